import type { RefusedConnections } from '@readroom/contracts/core/port-refusals'
import { formatInstant, plural } from '../../lib/format.ts'

const ports: Record<RefusedConnections['port'], string> = {
  dicom: 'DICOM',
  hl7: 'HL7',
  worklist: 'Modality worklist',
  archive: 'Image archive',
}

const reasons: Record<RefusedConnections['reason'], string> = {
  silent: 'sent nothing',
  'gave way': 'were idle and gave way to new ones',
  'address full': 'were too many from this address',
  'port full': 'found no free slot',
  'AE title full': 'were too many of this AE title',
  'not DICOM': 'did not speak DICOM',
  'not allowed': 'had an address, AE title or certificate that is not allowed',
  'archive down': 'came while the image archive was not available',
  'no answer': 'had no answer. A program that hangs is started again',
}

/** Readroom's own tests of its ports have no address. */
function senderOf(aeTitle: string | null, address: string): string {
  if (address === '') return 'Readroom itself'
  return aeTitle === null ? address : `${aeTitle} (${address})`
}

/** Returns when connections were refused. A version before counted them without their beginning. */
function timeOf({ firstAt, lastAt }: RefusedConnections): string {
  const [first, last] = [firstAt && formatInstant(firstAt).text, formatInstant(lastAt).text]
  return first === null || first === last ? last : `${first} to ${last}`
}

/** Lists connections that a port refused or ended in the last day. */
export function RefusedConnectionList({ refused }: { refused: readonly RefusedConnections[] }) {
  return (
    <ul aria-label="Refused connections" className="divide-y divide-line border-y border-line text-sm">
      {refused.map((one) => {
        const { port, address, aeTitle, reason, count } = one
        return (
          <li key={JSON.stringify([port, address, aeTitle, reason])} className="py-1.5">
            <span className="font-medium">{ports[port]}</span>: {plural(count, 'connection')} from{' '}
            <span className="num break-all">{senderOf(aeTitle, address)}</span> {reasons[reason]}.{' '}
            <span className="num block text-xs text-text-2">{timeOf(one)}</span>
          </li>
        )
      })}
    </ul>
  )
}
