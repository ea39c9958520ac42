import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminPhoto } from '../../api/contract/admin-participants.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { toast } from '../shared/ui/toast-store.js';
import { DELETE_UPLOAD_MESSAGES as MESSAGES } from './admin.messages.js';
import { DeleteDialog } from './delete-dialog.js';
import { useDeleteUpload } from './participant-mutations.js';

interface DeleteUploadProps {
  photo: AdminPhoto;
  /** Where it is listed. */
  photosPath: string;
  describedBy: string;
}

/** Removes one file that anyone may have sent under somebody's e-mail. */
export function DeleteUpload({ photo: { id, originalName }, photosPath, describedBy }: DeleteUploadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const deletion = useDeleteUpload(photosPath);
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className="px-2 pointer-coarse:min-h-12"
        aria-describedby={describedBy}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={18} aria-hidden />
        {MESSAGES.delete}
      </Button>
      {/* Behind the panel the toast is not read out. */}
      <StatusLine tone="danger" className="text-sm">
        {failure}
      </StatusLine>
      {isAsking && (
        <DeleteDialog
          texts={MESSAGES}
          description={MESSAGES.hint(originalName)}
          deletion={deletion}
          subject={id}
          onClose={() => setIsAsking(false)}
          onDone={() => toast({ title: MESSAGES.deleted(originalName) })}
          onFailed={(written) => {
            setIsAsking(false);
            setFailure(written);
          }}
        />
      )}
    </>
  );
}
