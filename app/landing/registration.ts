import type { RegisterRequest } from '../../api/contract/people/participants.js';
import { HttpError } from '../shared/http/http-error.js';
import { REGISTRATION_ERRORS, REGISTRATION_STATUS } from './landing.messages.js';
import { ALREADY_REGISTERED } from '../../api/contract/common/wordings.js';

/** The fields of the Start dialog as they stand in the form. */
export interface StartFields {
  firstName: string;
  lastName: string;
  email: string;
  tag: boolean;
  instagram: string;
  tiktok: string;
}

/** The request to register: trimmed, and with handles only when tagging is ticked. */
export function toRegisterRequest({
  firstName,
  lastName,
  email,
  tag,
  instagram,
  tiktok,
}: StartFields): RegisterRequest {
  const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), tag };
  return tag ? { ...person, instagram: instagram.trim(), tiktok: tiktok.trim() } : person;
}

/** How a failed registration is told: in a toast, and in a sentence that stays in the form. */
export interface RegistrationFailure {
  toast: { title: string; description: string };
  status: string;
  /** The e-mail has an interview already, which can be resumed. */
  isKnownEmail: boolean;
}

export function registrationFailure(error: unknown): RegistrationFailure {
  const isKnownEmail = error instanceof Error && error.message.includes(ALREADY_REGISTERED);
  if (isKnownEmail) {
    return {
      toast: REGISTRATION_ERRORS.alreadyRegistered,
      status: REGISTRATION_STATUS.alreadyRegistered,
      isKnownEmail,
    };
  }
  const words = error instanceof HttpError ? error.serverMessage : null;
  const status = [words, REGISTRATION_STATUS.other].filter(Boolean).join(' ');
  return { toast: REGISTRATION_ERRORS.other, status, isKnownEmail };
}
