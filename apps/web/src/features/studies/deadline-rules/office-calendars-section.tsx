import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { plural } from '../../../lib/format.ts'
import { deadlineRulesKey } from './deadline-rules.queries.ts'
import { OfficeCalendarDialog } from './office-calendar-dialog.tsx'
import { deleteOfficeCalendar } from './office-calendars.queries.ts'
import { weekWords } from './opening-hours.ts'

const columns: readonly ListColumn<OfficeCalendar>[] = [
  {
    label: 'Name',
    className: 'w-52',
    cell: ({ name }) => <Text value={name} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />,
  },
  { label: 'Opening hours', className: '', cell: ({ hours }) => <span className="num break-words">{weekWords(hours)}</span> },
  { label: 'Holidays', className: 'w-28', cell: ({ holidays }) => plural(holidays.length, 'day') },
  { label: 'Time zone', className: 'w-44', cell: ({ timeZone }) => <Text value={timeZone} /> },
]

type Open = { kind: 'edit'; calendar: OfficeCalendar | null } | { kind: 'delete'; calendar: OfficeCalendar }

/** Shows the calendars of office hours that deadline rules can use. Administrators change them. */
export function OfficeCalendarsSection({ calendars }: { calendars: readonly OfficeCalendar[] }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <section aria-label="Calendars" className="mt-10">
      <div className="flex items-center gap-3 border-b border-line pb-2">
        <h2 className="flex-1 text-lg font-semibold">Calendars</h2>
        <Button className="max-lg:h-11" onClick={() => setOpen({ kind: 'edit', calendar: null })}>
          Add calendar
        </Button>
      </div>
      {calendars.length === 0 ? (
        <p className="mt-3 text-text-2">No calendars yet. Add one for rules that count only office hours.</p>
      ) : (
        <ListTable
          label="Calendars"
          columns={columns}
          rows={calendars}
          keyOf={({ _id }) => _id}
          nameOf={({ name }) => name}
          actionsClass="w-32"
          stale={false}
          actions={(calendar) => (
            <>
              <RowAction onClick={() => setOpen({ kind: 'edit', calendar })}>Edit</RowAction>
              <RowAction destructive onClick={() => setOpen({ kind: 'delete', calendar })}>
                Delete
              </RowAction>
            </>
          )}
        />
      )}
      {open?.kind === 'edit' && <OfficeCalendarDialog calendar={open.calendar} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmChange
          title="Delete calendar"
          action="Delete"
          change={() => deleteOfficeCalendar(open.calendar)}
          done={({ message }) => message}
          failed="The calendar could not be deleted. Please try again."
          invalidates={[deadlineRulesKey]}
          onClose={close}
        >
          <p>A calendar that a rule uses can't be deleted.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{open.calendar.name}</bdi>
          </p>
        </ConfirmChange>
      )}
    </section>
  )
}
