import { type FormEvent, type ReactNode, useState } from 'react';
import { tellFailure } from '../../admin-gate/failures.js';
import { useKeptDraft, useOfferedDraft } from '../../shared/drafts/use-form-draft.js';
import { Button } from '../../shared/ui/button.js';

interface FieldProps {
  name: string;
  value: string;
  error?: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** The texts of its fields, of which one is a name. */
type Texts = Record<string, string> & { name: string };
type Faults<Typed> = { [field in keyof Typed]?: string };

interface AddFormProps<Typed extends Texts> {
  /** The name of its form draft. */
  draft: string;
  empty: Typed;
  messages: Record<'add' | 'addHint' | 'adding' | 'addFailed' | 'failedHint', string> & {
    added: (name: string) => string;
  };
  /** What is wrong with what was typed, without the blanks around it. */
  faultsOf: (typed: Typed) => Faults<Typed>;
  save: (typed: Typed) => Promise<unknown>;
  isSaving: boolean;
  onDone: (text: string) => void;
  onFailed: (written: string | null) => void;
  /** The fields, each with what `fieldOf` says of it. */
  children: (fieldOf: (name: keyof Typed & string) => FieldProps) => ReactNode;
}

/** Below a list, shut until it is needed: what adds something to it. What was typed is kept until it is added. */
export function AddForm<Typed extends Texts>(props: AddFormProps<Typed>) {
  const { draft, empty, messages, faultsOf, save, isSaving, onDone, onFailed, children } = props;
  const { offered } = useOfferedDraft(draft, empty);
  const [typed, setTyped] = useState(offered?.words ?? empty);
  useKeptDraft(draft, typed, empty);
  const [faults, setFaults] = useState<Faults<Typed>>({});

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const given = Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text.trim()])) as Typed;
    const found = faultsOf(given);
    setFaults(found);
    const [first] = Object.keys(typed).filter((field) => found[field] !== undefined);
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    try {
      await save(given);
      setTyped(empty);
      onDone(messages.added(given.name));
    } catch (error) {
      onFailed(tellFailure(error, messages.addFailed, messages.failedHint));
    }
  };
  const fieldOf = (name: keyof Typed & string): FieldProps => ({
    name,
    value: typed[name] ?? '',
    error: faults[name],
    onChange: ({ target }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <details open={offered !== null}>
      <summary className="min-h-11 cursor-pointer py-2 compact:min-h-8">{messages.add}</summary>
      <form noValidate onSubmit={(event) => void add(event)} className="grid gap-4 pt-2 lg:max-w-xl">
        <p className="text-muted">{messages.addHint}</p>
        {children(fieldOf)}
        <Button
          type="submit"
          variant="outline"
          className="justify-self-start"
          pending={isSaving}
          pendingLabel={messages.adding}
        >
          {messages.add}
        </Button>
      </form>
    </details>
  );
}
