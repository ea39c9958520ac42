/**
 * The external interview form's address, with who is coming in its fragment, which reaches no server's log.
 * Whoever has not shown who they are gets no name into it.
 */
export function interviewFormUrl(formUrl: string, { email, name }: { email: string; name?: string }): string {
  const url = new URL(formUrl);
  url.hash = `contact_email=${encodeURIComponent(email)}`;
  if (name !== undefined) url.hash += `&contact_name=${encodeURIComponent(name)}`;
  return url.href;
}
