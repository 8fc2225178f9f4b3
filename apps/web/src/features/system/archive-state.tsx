import type { ArchiveState, DamagedStudy } from '@readroom/contracts/system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant, inGB, plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { archiveOptions, discardDamaged } from './system.queries.ts'

function Room({ freeBytes, totalBytes, usedBytes, isNearlyFull, checkedAt }: ArchiveState) {
  const used = usedBytes === null ? 'Nothing is known yet of what its files take.' : `Its files take ${inGB(usedBytes)}.`
  const isSeen = freeBytes !== null && totalBytes !== null
  return (
    <>
      {isNearlyFull && (
        <FormMessage tone="error">
          The disk of the image archive is nearly full. It refuses new images until there is room; scanners keep theirs and send
          again.
        </FormMessage>
      )}
      <p className="text-text-2">
        {isSeen ? `${inGB(freeBytes)} of ${inGB(totalBytes)} are free.` : 'Free space cannot be seen from here.'} {used}{' '}
        <span className="text-text-3">Checked {formatInstant(checkedAt).text}.</span>
      </p>
    </>
  )
}

/** The archive keeps a damaged image and answers Success when it is sent again: it must go first. */
function DiscardButton({ studyId }: { studyId: string }) {
  const [busy, setBusy] = useState(false)
  const discard = async () => {
    setBusy(true)
    try {
      notify.success((await discardDamaged(studyId)).message)
    } catch (error) {
      notify.error(messageOf(error, 'The damaged images could not be removed.'))
      setBusy(false)
    }
  }
  return (
    <Button className="float-right ml-3 max-lg:h-11" disabled={busy} onClick={() => void discard()}>
      Remove, to be sent again
    </Button>
  )
}

function Damaged({ studies }: { studies: readonly DamagedStudy[] }) {
  if (studies.length === 0) return <p className="mt-2 text-text-2">No image is known to be damaged.</p>
  return (
    <ul aria-label="Damaged studies" className="mt-3 divide-y divide-line border-y border-line">
      {studies.map(({ _id, patientName, patientId, since, images }) => (
        <li key={_id} className="py-2">
          <DiscardButton studyId={_id} />
          <span className="font-medium">{patientName ?? 'N/A'}</span>{' '}
          <span className="text-text-2">
            {patientId ?? 'N/A'}: {plural(images.length, 'image')} cannot be read since {formatInstant(since).text}
          </span>
          <span className="num block text-xs break-all text-text-3">{images.join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

/** Room on the archive's disk, and what it can no longer read. */
export function ArchiveSection() {
  const { data, error } = useQuery(archiveOptions)
  if (!data)
    return error ? <FormMessage tone="error">The state of the archive could not be read.</FormMessage> : <p>Loading...</p>
  return (
    <>
      <Room {...data} />
      <Damaged studies={data.damaged} />
    </>
  )
}
