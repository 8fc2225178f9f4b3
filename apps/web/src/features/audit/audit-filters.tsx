import { auditActionNames, auditActions, auditKinds } from '@readroom/contracts/audit-actions'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Select } from '../../components/ui/select.tsx'
import type { AuditUrl, ChangeAuditUrl } from './audit-url.ts'
import { actionWords } from './audit-words.ts'

const kindWords = { access: 'Sign-ins', look: 'Looks and downloads', change: 'Changes' } as const

const byWords = [...auditActionNames].sort((one, other) => actionWords(one).localeCompare(actionWords(other)))

const inputClass = 'h-7 rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px]'

type Props = { url: AuditUrl; change: ChangeAuditUrl }

function Day({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onDay(event.target.value)}
      className={`num ${inputClass} w-34 max-lg:w-full`}
    />
  )
}

/** What is typed counts with Enter or Search; what is chosen counts at once. */
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
      <Day label="From date" value={url.from} onDay={(from) => change({ from })} />
      <Day label="To date" value={url.to} onDay={(to) => change({ to })} />
      <Select
        aria-label="Kind"
        value={url.kind}
        onChange={({ target }) => change({ kind: auditKinds.find((kind) => kind === target.value) ?? '', action: '' })}
      >
        <option value="">All kinds</option>
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
        placeholder="Patient ID, accession number, person or e-mail"
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
