import type { OrderDetails } from '@readroom/contracts/orders/order-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { Candidate, PersonLine } from './candidate.tsx'
import { differenceWords, reasonWords } from './order-words.ts'
import { candidateStudiesOptions, ordersKey, unmatchOrder } from './orders.queries.ts'
import { useMatch } from './use-match.tsx'

type Study = OrderDetails['studies'][number]
type Shown = Pick<Study, 'patientName' | 'patientId' | 'birthDate' | 'sex'>

const personOf = ({ patientName: name, patientId, birthDate, sex }: Shown) => ({ name, patientId, birthDate, sex })

const factsOf = ({ modality, description, accessionNumber, receivedAt }: Omit<Study, 'reason' | 'differences'>) =>
  [modality, description, accessionNumber, formatInstant(receivedAt).text].filter(Boolean).join(' · ')

function Candidates({ order }: { order: OrderDetails }) {
  const { data, error } = useQuery(candidateStudiesOptions(order._id))
  const { match, question, isBusy } = useMatch(() => {})
  const hasStudies = order.studies.length > 0
  if (!data) return error ? <FormMessage tone="error">The studies could not be loaded.</FormMessage> : <Loading />
  if (data.length === 0)
    return hasStudies ? null : (
      <p className="text-text-2">
        No images yet. Readroom matches them when they arrive with this order’s accession number or study UID.
      </p>
    )
  return (
    <>
      <p className={cx('text-text-2', hasStudies && 'pt-3')}>
        {hasStudies ? 'These studies may belong to the order, too.' : 'These studies may belong to the order.'} Compare the
        patient before you match one.
      </p>
      <ul aria-label="Studies that may fit">
        {data.map((study) => (
          <Candidate
            key={study.studyId}
            person={personOf(study)}
            facts={factsOf(study)}
            matched={study.orders.length === 0 ? null : `Has order ${study.orders.join(', ')}`}
            differences={study.differences}
            isBusy={isBusy}
            onMatch={() =>
              match({
                order,
                studyId: study.studyId,
                differences: study.differences,
                isSecond: hasStudies || study.orders.length > 0,
              })
            }
          />
        ))}
      </ul>
      {question}
    </>
  )
}

/** Shows the studies of an order, and those that may be. */
export function OrderStudies({ order }: { order: OrderDetails }) {
  const [parting, setParting] = useState<Study | null>(null)
  const isOpen = order.ownState === 'ordered' || order.ownState === 'held'
  return (
    <section aria-label="Studies">
      <h3 className="mb-1 font-semibold">Studies</h3>
      {order.studies.map((study) => (
        <div key={study.studyId} className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-0">
          <div className="min-w-0 flex-1 basis-60">
            <PersonLine {...personOf(study)} />
            <p className="num text-sm break-words text-text-2">{factsOf(study)}</p>
            <p className="text-sm text-text-2">{reasonWords[study.reason]}</p>
            {study.differences.length > 0 && (
              <p className="text-sm font-medium text-red-fg">
                Differs: {study.differences.map((difference) => differenceWords[difference]).join(', ')}
              </p>
            )}
            <StatusLabel status={study.status} />
          </div>
          <Button className="max-lg:h-11" onClick={() => setParting(study)}>
            Remove match
          </Button>
        </div>
      ))}
      {isOpen && <Candidates order={order} />}
      {!isOpen && order.studies.length === 0 && <p className="text-text-2">No study.</p>}
      {parting && (
        <ConfirmChange
          title="Remove match"
          action="Remove match"
          change={() => unmatchOrder(order, parting.studyId)}
          done={() => 'Match removed'}
          failed="The match could not be removed. Please try again."
          invalidates={[ordersKey]}
          onClose={() => setParting(null)}
        >
          <p>
            The study no longer shows the order and its indication. Its priority stays. Readroom does not match the two again, and
            withdraws a report that it has sent for this order.
          </p>
        </ConfirmChange>
      )}
    </section>
  )
}
