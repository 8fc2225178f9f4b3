import { priorities } from '@readroom/contracts/core/primitives'
import type { DeadlineRule } from '@readroom/contracts/studies/deadline-rules'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { ApplyRulesDialog } from './apply-rules-dialog.tsx'
import { DeadlinePreview } from './deadline-preview.tsx'
import { DeadlineRuleDialog } from './deadline-rule-dialog.tsx'
import { deadlineRulesKey, deadlineRulesOptions, deleteDeadlineRule } from './deadline-rules.queries.ts'
import { labWords, modalityWords, placeWords, timingWords, urgencyWords } from './deadline-words.ts'
import { officeCalendarsOptions } from './office-calendars.queries.ts'
import { OfficeCalendarsSection } from './office-calendars-section.tsx'

/** A line of the list: a rule, or a default if `rule` is null. */
type Line = Pick<DeadlineRule, 'labName' | 'urgency' | 'modality' | 'minutes' | 'calendarName' | 'readyBefore' | 'dueBy'> & {
  rule: DeadlineRule | null
}

const defaults: readonly Line[] = priorities.toReversed().map((urgency) => ({
  labName: null,
  urgency,
  modality: null,
  minutes: targetMinutes[urgency],
  calendarName: null,
  readyBefore: null,
  dueBy: null,
  rule: null,
}))

const columns: readonly ListColumn<Line>[] = [
  {
    label: 'Laboratory',
    className: '',
    cell: (line) => (
      <>
        <Text value={labWords(line)} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        {line.rule === null && <span className="text-xs text-text-3">Default</span>}
      </>
    ),
  },
  { label: 'Urgency', className: 'w-36', cell: urgencyWords },
  { label: 'Modality', className: 'w-36', cell: modalityWords },
  { label: 'Due', className: 'w-64', cell: (line) => <span className="num break-words">{timingWords(line)}</span> },
]

const nameOf = (line: Line) => (line.rule ? placeWords(line) : `Default, ${urgencyWords(line)}`)

type Open = { kind: 'apply' } | { kind: 'edit'; rule: DeadlineRule | null } | { kind: 'delete'; rule: DeadlineRule }

/** Shows the rules by which reports are due. Administrators change them. */
export default function DeadlineRulesPage() {
  useTitle('Deadlines')
  const { data: rules, error } = useQuery(deadlineRulesOptions)
  const { data: labs, error: labsError } = useQuery(labChoiceOptions)
  const { data: calendars, error: calendarsError } = useQuery(officeCalendarsOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Deadlines</h1>
        <p className="mt-1 mb-6 max-w-180 text-text-2">
          The time from when a study is ready until its report is due: round the clock, or in the opening hours of a calendar. The
          most specific rule wins: laboratory before urgency, urgency before modality. Changes apply to studies that become ready
          or change their urgency afterwards.
        </p>
        {labsError && !labs && <FormMessage tone="error">The laboratories could not be loaded.</FormMessage>}
        {labs && rules && <DeadlinePreview labs={labs} rules={rules} />}
        <section aria-label="Rules">
          <div className="flex flex-wrap items-center gap-3 border-b border-line pb-2">
            <h2 className="flex-1 text-lg font-semibold">Rules</h2>
            <Button className="max-lg:h-11" onClick={() => setOpen({ kind: 'apply' })}>
              Apply to open studies…
            </Button>
            <Button
              look="primary"
              className="max-lg:h-11"
              disabled={!labs || !calendars}
              onClick={() => setOpen({ kind: 'edit', rule: null })}
            >
              Add rule
            </Button>
          </div>
          {!rules &&
            (error ? <FormMessage tone="error">The rules could not be loaded.</FormMessage> : <p role="status">Loading...</p>)}
          {rules && (
            <ListTable
              label="Rules"
              columns={columns}
              rows={[...rules.map((rule) => ({ ...rule, rule })), ...defaults]}
              keyOf={({ rule, urgency }) => rule?._id ?? `default ${urgency}`}
              nameOf={nameOf}
              actionsClass="w-32"
              stale={false}
              actions={({ rule }) =>
                rule && (
                  <>
                    <RowAction onClick={() => setOpen({ kind: 'edit', rule })}>Edit</RowAction>
                    <RowAction destructive onClick={() => setOpen({ kind: 'delete', rule })}>
                      Delete
                    </RowAction>
                  </>
                )
              }
            />
          )}
        </section>
        {calendarsError && !calendars && <FormMessage tone="error">The calendars could not be loaded.</FormMessage>}
        {calendars && <OfficeCalendarsSection calendars={calendars} />}
      </div>
      {open?.kind === 'edit' && labs && calendars && (
        <DeadlineRuleDialog rule={open.rule} labs={labs} calendars={calendars} onClose={close} />
      )}
      {open?.kind === 'apply' && <ApplyRulesDialog onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmChange
          title="Delete rule"
          action="Delete"
          change={() => deleteDeadlineRule(open.rule)}
          done={({ message }) => message}
          failed="The rule could not be deleted. Please try again."
          invalidates={[deadlineRulesKey]}
          onClose={close}
        >
          <p>Studies that become ready afterwards use the next matching rule. Others keep their deadlines.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{placeWords(open.rule)}</bdi>
          </p>
        </ConfirmChange>
      )}
    </main>
  )
}
