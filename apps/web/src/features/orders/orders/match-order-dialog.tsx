import { rowName } from '@readroom/contracts/core/person-names'
import type { OrderStudy } from '@readroom/contracts/orders/order-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useDebouncedText } from '../../../lib/hooks/use-debounced.ts'
import { Candidate, PersonLine } from './candidate.tsx'
import { candidateOrdersOptions } from './orders.queries.ts'
import { useMatch } from './use-match.tsx'

const searchPauseMs = 300

type Props = { study: OrderStudy; onClose: () => void }

/** Lets the user choose the order of a study: one that fits, or one that a search finds. */
export function MatchOrderDialog({ study, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [text, setText] = useDebouncedText(search, searchPauseMs, setSearch)
  const { data, error } = useQuery(candidateOrdersOptions(study.studyId, search))
  const { match, question, isBusy } = useMatch(onClose)
  const { patientName: name, patientId, birthDate, sex } = study
  return (
    <Dialog
      title="Find the order of this study"
      header={
        <>
          <PersonLine name={name} patientId={patientId} birthDate={birthDate} sex={sex} />
          <p className="num text-sm break-words text-text-2">
            {[study.modality, study.description, study.accessionNumber].filter(Boolean).join(' · ')}
          </p>
        </>
      }
      width="max-w-[640px]"
      onClose={onClose}
      footer={
        <Button className="max-lg:h-11" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="min-h-0 overflow-y-auto px-5 py-4">
        <input
          type="search"
          aria-label="Search open orders"
          placeholder="Search open orders by number or patient name"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-9 w-full rounded-sm border border-line-strong bg-surface px-3 text-md max-lg:h-11 max-lg:text-[16px]"
        />
        {error && !data && <FormMessage tone="error">The orders could not be loaded.</FormMessage>}
        {!data && !error && <Loading className="py-4" />}
        {data?.length === 0 && (
          <p role="status" className="py-4 text-text-2">
            {search === ''
              ? 'No open order has this patient ID and modality within a day. Search for another one.'
              : 'No open order matches.'}
          </p>
        )}
        <ul aria-label="Orders that may fit">
          {data?.map((order) => (
            <Candidate
              key={order._id}
              person={{
                name: rowName(order.patient.name),
                patientId: order.patient.ids[0]?.id ?? null,
                birthDate: order.patient.birthDate,
                sex: order.patient.sex,
              }}
              facts={[
                order.number,
                order.modality,
                order.procedure.description,
                formatInstant(order.scheduledAt ?? order.receivedAt).text,
              ]
                .filter(Boolean)
                .join(' · ')}
              matched={order.studies.length > 0 ? 'Has a study already' : null}
              differences={order.differences}
              isBusy={isBusy}
              onMatch={() =>
                match({ order, studyId: study.studyId, differences: order.differences, isSecond: order.studies.length > 0 })
              }
            />
          ))}
        </ul>
      </div>
      {question}
    </Dialog>
  )
}
