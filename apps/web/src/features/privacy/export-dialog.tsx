import { privacyEndpoints } from '@readroom/contracts/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TouchedStudies } from '../../components/study/touched-studies.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { api } from '../../lib/api/api.ts'
import { useChange } from '../../lib/hooks/use-change.ts'
import { subjectOptions } from './privacy.queries.ts'
import { countsText } from './privacy-words.ts'

/** Lists the contents of an export and requests it. */
export function ExportDialog({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const { data: subject, refetch } = useQuery(subjectOptions(studyId))
  const [error, setError] = useState<string | null>(null)
  const { start } = useChange({
    change: (fingerprint: string) => api.call(privacyEndpoints.requestExport, { params: { studyId }, body: { fingerprint } }),
    done: ({ message }) => message,
    failed: 'The export could not be requested. Please try again.',
    onDone: onClose,
    onFailure(message) {
      setError(message)
      void refetch()
    },
  })
  const request = (fingerprint: string) => {
    setError(null)
    start(fingerprint)
  }
  return (
    <Dialog
      nested
      title="Export patient"
      width="max-w-[640px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className="max-lg:h-11"
            look="primary"
            disabled={!subject}
            onClick={() => subject && request(subject.fingerprint)}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="grid gap-4 overflow-y-auto px-5 py-4">
        {subject ? (
          <>
            <p className="num">{countsText(subject.counts)}</p>
            <TouchedStudies studies={subject.studies} />
            <p className="text-text-2">Check that all these studies belong to the person who requested the export.</p>
          </>
        ) : (
          <Loading />
        )}
        {error && <FormMessage tone="error">{error}</FormMessage>}
      </div>
    </Dialog>
  )
}
