import { privacyEndpoints } from '@readroom/contracts/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TouchedStudies } from '../../components/study/touched-studies.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { subjectOptions } from './privacy.queries.ts'
import { countsText } from './privacy-words.ts'

/** Lists what an export will hold, and asks for it. */
export function ExportDialog({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const { data: subject, refetch } = useQuery(subjectOptions(studyId))
  const [error, setError] = useState<string | null>(null)
  const request = async (fingerprint: string) => {
    setError(null)
    try {
      const { message } = await api.call(privacyEndpoints.requestExport, { params: { studyId }, body: { fingerprint } })
      notify.success(message)
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'The export could not be requested. Please try again.'))
      void refetch()
    }
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
            onClick={() => subject && void request(subject.fingerprint)}
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
            <p className="text-text-2">Check that all of these studies are of the person who asked for the export.</p>
          </>
        ) : (
          <p role="status">Loading...</p>
        )}
        {error && <FormMessage tone="error">{error}</FormMessage>}
      </div>
    </Dialog>
  )
}
