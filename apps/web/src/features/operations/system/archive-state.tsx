import type { ArchiveState, DamagedStudy } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, inGB, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { archiveOptions, discardDamaged } from './system.queries.ts'

/** Draws the used part of the disk. The text beside it says the same. */
function DiskBar({ used, isNearlyFull }: { used: number; isNearlyFull: boolean }) {
  return (
    <div aria-hidden className="my-2 h-1.5 overflow-hidden rounded-full bg-press">
      <div className={`h-full rounded-full ${isNearlyFull ? 'bg-urgent' : 'bg-control'}`} style={{ width: `${100 * used}%` }} />
    </div>
  )
}

function fullIn(daysLeft: number | null): string {
  if (daysLeft === null) return ''
  if (daysLeft > 3650) return 'At the present rate, it lasts more than ten years.'
  return `At the present rate, it is full in about ${plural(daysLeft, 'day')}.`
}

function Room({ freeBytes, totalBytes, usedBytes, isNearlyFull, daysLeft, checkedAt }: ArchiveState) {
  const used = usedBytes === null ? 'Used space is not known yet.' : `Files use ${inGB(usedBytes)}.`
  const isSeen = freeBytes !== null && totalBytes !== null
  return (
    <>
      {isNearlyFull && (
        <FormMessage tone="error">
          The disk of the image archive is nearly full. It rejects new images until there is space. Scanners keep their images and
          send them again.
        </FormMessage>
      )}
      {isSeen && <DiskBar used={1 - freeBytes / totalBytes} isNearlyFull={isNearlyFull} />}
      <p className="text-text-2">
        {isSeen ? `${inGB(freeBytes)} of ${inGB(totalBytes)} are free.` : 'Free space is unknown.'} {used} {fullIn(daysLeft)}{' '}
        <span className="text-text-3">Checked {formatInstant(checkedAt).text}.</span>
      </p>
    </>
  )
}

/** Removes a damaged image from the archive. This must come first, because the archive answers a repeated send with Success and keeps the damaged one. */
function DiscardButton({ studyId }: { studyId: string }) {
  const { start, isBusy } = useChange({
    change: () => discardDamaged(studyId),
    done: ({ message }) => message,
    failed: 'The damaged images could not be removed.',
  })
  return (
    <Button className="float-right ml-3 max-lg:h-11" disabled={isBusy} onClick={() => start()}>
      Remove damaged images
    </Button>
  )
}

function Damaged({ studies }: { studies: readonly DamagedStudy[] }) {
  if (studies.length === 0) return <p className="mt-2 text-text-2">No damaged images.</p>
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

/** Lists images that ended the image decoder. There is nothing to do: the other viewer decodes in the browser. */
function Quarantined({ studies }: { studies: readonly DamagedStudy[] }) {
  if (studies.length === 0) return null
  return (
    <>
      <p className="mt-3 text-text-2">
        These images stopped the image decoder. For a day they have no previews, and open only in the OHIF viewer. Other images
        are not affected.
      </p>
      <ul aria-label="Images in quarantine" className="mt-2 divide-y divide-line border-y border-line">
        {studies.map(({ _id, patientName, patientId, since, images }) => (
          <li key={_id} className="py-2">
            <span className="font-medium">{patientName ?? 'N/A'}</span>{' '}
            <span className="text-text-2">
              {patientId ?? 'N/A'}: {plural(images.length, 'image')} in quarantine since {formatInstant(since).text}
            </span>
            <span className="num block text-xs break-all text-text-3">{images.join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shows the free space on the archive's disk, and the images that the archive can't read any more. */
export function ArchiveSection() {
  const { data, error } = useQuery(archiveOptions)
  if (!data)
    return error ? <FormMessage tone="error">The state of the image archive could not be loaded.</FormMessage> : <Loading />
  return (
    <>
      <Room {...data} />
      <Damaged studies={data.damaged} />
      <Quarantined studies={data.quarantined} />
    </>
  )
}
