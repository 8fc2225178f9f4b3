import { auditActionNames, auditActions, auditKinds } from '@readroom/contracts/core/audit-actions'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { AuditUrl, ChangeAuditUrl } from './audit-url.ts'
import { actionWords } from './audit-words.ts'

const kindWords = { access: 'Sign-ins', look: 'Views and downloads', change: 'Changes' } as const

const byWords = [...auditActionNames].sort((one, other) => actionWords(one).localeCompare(actionWords(other)))

const inputClass = 'h-7 rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px]'

const dayClass = 'h-7 w-34 max-lg:h-11 max-lg:w-full'

type Props = { url: AuditUrl; change: ChangeAuditUrl }

/** Shows the filters of the audit log. Typed text applies on Enter or Search, a choice at once. */
export function AuditFilterBar({ url, change }: Props) {
  const [typed, setTyped] = useState({ settled: url.search, text: url.search })
  const text = typed.settled === url.search ? typed.text : url.search
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ search: text.trim() })
  }
  const actions = byWords.filter((name) => url.kind === '' || auditActions[name][0] === url.kind)
  return (
    <form
      aria-label="Filters"
      onSubmit={submit}
      className="grid grid-cols-2 gap-2 px-4 py-2.5 lg:flex lg:flex-wrap lg:items-center"
    >
      <DayInput aria-label="From date" className={dayClass} value={url.from} onDay={(from) => change({ from })} />
      <DayInput aria-label="To date" className={dayClass} value={url.to} onDay={(to) => change({ to })} />
      <Select
        aria-label="Type"
        value={url.kind}
        onChange={({ target }) => change({ kind: auditKinds.find((kind) => kind === target.value) ?? '', action: '' })}
      >
        <option value="">All types</option>
        {auditKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords[kind]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Action"
        className="lg:w-52"
        value={url.action}
        onChange={({ target }) => change({ action: auditActionNames.find((name) => name === target.value) ?? '' })}
      >
        <option value="">All actions</option>
        {actions.map((name) => (
          <option key={name} value={name}>
            {actionWords(name)}
          </option>
        ))}
      </Select>
      <input
        type="search"
        aria-label="Search"
        placeholder="Patient name or ID, accession number, account or email"
        value={text}
        maxLength={200}
        onChange={(event) => setTyped({ settled: url.search, text: event.target.value })}
        className={`${inputClass} min-w-0 lg:flex-1 max-lg:col-span-2`}
      />
      <Button type="submit" className="max-lg:col-span-2 max-lg:h-11">
        <Search size={14} aria-hidden />
        Search
      </Button>
    </form>
  )
}
