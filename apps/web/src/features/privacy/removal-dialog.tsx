import { type PrivacySubject, privacyEndpoints } from '@readroom/contracts/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxField } from '../../components/inputs/checkbox.tsx'
import { Field } from '../../components/inputs/field.tsx'
import { TouchedStudies } from '../../components/study/touched-studies.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format.ts'
import { useChange } from '../../lib/hooks/use-change.ts'
import { subjectOptions } from './privacy.queries.ts'
import { countsText } from './privacy-words.ts'
import { ReasonField } from './reason-field.tsx'

export type Way = 'erase' | 'anonymise'

const ways = {
  erase: {
    endpoint: privacyEndpoints.erase,
    title: 'Erase patient',
    act: 'Erase for good',
    busy: 'Erasing...',
    failed: 'The patient could not be erased. Nothing was done.',
    says: 'Removes all of it from the worklists, the database, the file storage and the image archive, including drafts, ZIPs, share links and exports. The audit log records the erasure without a name. You cannot undo this. Backups keep the data until they expire.',
  },
  anonymise: {
    endpoint: privacyEndpoints.anonymise,
    title: 'Anonymise patient',
    act: 'Anonymise for good',
    busy: 'Anonymising...',
    failed: 'The patient could not be anonymised. Nothing was done.',
    says: 'Removes reports, documents, comments, all images, all free text and all data that names the patient. The studies stay under a random name, with sex, modality, body part, laboratory, doctor and times, so statistics do not change. You cannot undo this. Backups keep the data until they expire.',
  },
} as const

type Props = { way: Way; studyId: string; onDone: () => void; onClose: () => void }

function WhatGoes({ subject, says }: { subject: PrivacySubject; says: string }) {
  return (
    <div className="grid gap-2">
      <p className="font-medium">
        <bdi>{subject.patientName ?? 'A patient without a name'}</bdi> <span className="num">{subject.patientId}</span>
      </p>
      <p className="num">{countsText(subject.counts)}</p>
      <TouchedStudies studies={subject.studies} />
      <p className="text-text-2">{says}</p>
    </div>
  )
}

/** Asks for everything an erasure or anonymisation requires: the typed ID, a reason, and what to do with unfinished studies. */
export function RemovalDialog({ way, studyId, onDone, onClose }: Props) {
  const { endpoint, title, act, busy, failed, says } = ways[way]
  const { data: subject, refetch } = useQuery(subjectOptions(studyId))
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [includeUnfinished, setIncludeUnfinished] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: (fingerprint: string) =>
      api.call(endpoint, { params: { studyId }, body: { patientId: typed, fingerprint, reason, includeUnfinished } }),
    done: ({ message }) => message,
    failed,
    onDone: () => onDone(),
    onFailure(message) {
      setError(message)
      void refetch()
    },
    leaves: true,
  })
  const remove = (fingerprint: string) => {
    setError(null)
    start(fingerprint)
  }
  const isReady = subject && typed.trim() === subject.patientId && reason.trim().length >= 3 && !isBusy
  return (
    <Dialog
      nested
      title={title}
      width="max-w-[640px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className="max-lg:h-11"
            look="danger-solid"
            disabled={!isReady}
            onClick={() => subject && remove(subject.fingerprint)}
          >
            {isBusy ? busy : act}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 overflow-y-auto px-5 py-4">
        {subject ? <WhatGoes subject={subject} says={says} /> : <Loading />}
        {subject?.holdReason && <FormMessage tone="error">On hold, nothing can be removed: {subject.holdReason}</FormMessage>}
        <Field label="Patient ID, to confirm" required>
          {(control) => (
            <input {...control} required autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <ReasonField hint="This reason is kept after erasure. Don't include names." value={reason} onChange={setReason} />
        {subject && subject.unfinishedStudies > 0 && (
          <CheckboxField
            label={`Also erase ${plural(subject.unfinishedStudies, 'unfinished study', 'unfinished studies')}`}
            labelClass="flex items-center gap-2 max-lg:min-h-11"
            checked={includeUnfinished}
            onChange={(event) => setIncludeUnfinished(event.target.checked)}
          />
        )}
        {error && <FormMessage tone="error">{error}</FormMessage>}
      </div>
    </Dialog>
  )
}
