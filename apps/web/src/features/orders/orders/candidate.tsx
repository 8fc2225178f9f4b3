import type { Sex } from '@readroom/contracts/core/primitives'
import type { OrderDifference } from '@readroom/contracts/orders/orders'
import { Button } from '../../../components/ui/button.tsx'
import { formatDate } from '../../../lib/format.ts'
import { differenceWords } from './order-words.ts'

type Person = { name: string | null; patientId: string | null; birthDate: string | null; sex: Sex | null }

/** Renders a patient in one line. */
export function PersonLine({ name, patientId, birthDate, sex }: Person) {
  const facts = [patientId, birthDate && formatDate(birthDate), sex].filter((fact) => fact !== null && fact !== '')
  return (
    <p className="min-w-0 break-words">
      <bdi className="font-medium">{name ?? 'N/A'}</bdi>
      {facts.length > 0 && <span className="num text-text-2"> · {facts.join(' · ')}</span>}
    </p>
  )
}

type Props = {
  person: Person
  facts: string
  /** Says what the order or the study is matched to already. Null: nothing. */
  matched: string | null
  differences: readonly OrderDifference[]
  isBusy: boolean
  onMatch: () => void
}

/** Renders an order or a study that may belong to the other, with the parts of the patient that differ. */
export function Candidate({ person, facts, matched, differences, isBusy, onMatch }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-60">
        <PersonLine {...person} />
        <p className="num text-sm break-words text-text-2">{facts}</p>
        {matched !== null && <p className="text-sm text-text-2">{matched}</p>}
        {differences.length > 0 && (
          <p className="text-sm font-medium text-red-fg">
            Differs: {differences.map((difference) => differenceWords[difference]).join(', ')}
          </p>
        )}
      </div>
      <Button className="max-lg:h-11" disabled={isBusy} onClick={onMatch}>
        Match
      </Button>
    </li>
  )
}
