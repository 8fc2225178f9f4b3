import { type PrivacySubject, privacyEndpoints } from '@readroom/contracts/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TouchedStudies } from '../../components/study/touched-studies.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
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
    says: 'All of it is removed from the worklists, the database, the file storage and the image archive, with drafts, ZIPs, share links and exports. The audit log keeps that it was done, without a name. It cannot be undone; backups keep it until they expire.',
  },
  anonymise: {
    endpoint: privacyEndpoints.anonymise,
    title: 'Anonymise patient',
    act: 'Anonymise for good',
    busy: 'Anonymising...',
    failed: 'The patient could not be anonymised. Nothing was done.',
    says: 'Reports, documents, comments and all images are removed, and whatever names the patient or was written by people. The studies stay under a random name, with sex, modality, body part, laboratory, doctor and times, so that statistics stay as they are. It cannot be undone; backups keep it until they expire.',
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

/** Asks for what an erasure or anonymisation demands: the id typed, a reason, and a word on studies that are not finished. */
export function RemovalDialog({ way, studyId, onDone, onClose }: Props) {
  const { endpoint, title, act, busy, failed, says } = ways[way]
  const { data: subject, refetch } = useQuery(subjectOptions(studyId))
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [includeUnfinished, setIncludeUnfinished] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const remove = async (fingerprint: string) => {
    setState({ busy: true, error: null })
    try {
      const body = { patientId: typed, fingerprint, reason, includeUnfinished }
      notify.success((await api.call(endpoint, { params: { studyId }, body })).message)
      onDone()
    } catch (error) {
      setState({ busy: false, error: messageOf(error, failed) })
      void refetch()
    }
  }
  const isReady = subject && typed.trim() === subject.patientId && reason.trim().length >= 3 && !state.busy
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
            onClick={() => subject && void remove(subject.fingerprint)}
          >
            {state.busy ? busy : act}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 overflow-y-auto px-5 py-4">
        {subject ? <WhatGoes subject={subject} says={says} /> : <p role="status">Loading...</p>}
        {subject?.holdReason && <FormMessage tone="error">On hold, nothing may be removed: {subject.holdReason}</FormMessage>}
        <Field label="Patient ID, typed again" required>
          {(control) => (
            <input {...control} required autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <ReasonField hint="It is kept when the patient is gone: write no name." value={reason} onChange={setReason} />
        {subject && subject.unfinishedStudies > 0 && (
          <CheckboxField
            label={`Erase ${plural(subject.unfinishedStudies, 'study that is', 'studies that are')} not finished, too`}
            labelClass="flex items-center gap-2 max-lg:min-h-11"
            checked={includeUnfinished}
            onChange={(event) => setIncludeUnfinished(event.target.checked)}
          />
        )}
        {state.error && <FormMessage tone="error">{state.error}</FormMessage>}
      </div>
    </Dialog>
  )
}
