import type { Absence, Presence, PresenceFields } from '@readroom/contracts/people/presence'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { noAbsence } from './absences-field.tsx'
import { type PresenceOf, presenceKey, savePresence } from './presence.queries.ts'
import { type PresenceErrors, readPresence, type TypedPresence, toTyped } from './typed-presence.ts'

type Options = {
  of: PresenceOf
  presence: Presence
  /** Reads the current data. */
  reload: () => Promise<Presence | undefined>
  onSaved: () => void
}

/** Keeps a form for shifts and absences. Shows refusals and keeps the entries. */
export function usePresenceForm({ of, presence, reload, onSaved }: Options) {
  const [read, setRead] = useState(presence)
  const [before, setBefore] = useState(() => toTyped(presence))
  const [typed, setTyped] = useState(before)
  const [draft, setDraft] = useState(noAbsence)
  const [errors, setErrors] = useState<PresenceErrors>({})
  const [fault, setFault] = useState<{ message: string; isConflict: boolean } | null>(null)

  const start = (current: Presence) => {
    const next = toTyped(current)
    setRead(current)
    setBefore(next)
    setTyped(next)
    setDraft(noAbsence)
    setErrors({})
    setFault(null)
  }
  const showCurrent = async () => {
    const current = await reload()
    if (current) start(current)
  }
  const change = useChange({
    change: (fields: PresenceFields) => savePresence(of, read, fields),
    done: ({ message }) => message,
    failed: 'Shifts and absences could not be saved. Please try again.',
    onDone: (_answer, fields) => {
      start({ ...fields, version: read.version + 1 })
      onSaved()
    },
    onFailure(message, error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'ABSENCE_OVER') setErrors({ absences: message })
      else setFault({ message, isConflict: code === 'CONFLICT' })
    },
    invalidates: [presenceKey],
  })
  return {
    typed,
    draft,
    errors,
    fault,
    isBusy: change.isBusy,
    isFilled: typed !== before || draft !== noAbsence,
    showCurrent,
    write(next: Partial<TypedPresence>) {
      setTyped({ ...typed, ...next })
      setErrors({})
    },
    typeAbsence(next: Absence) {
      setDraft(next.from || next.to || next.reason ? next : noAbsence)
      setErrors({})
    },
    submit(event: FormEvent) {
      event.preventDefault()
      setFault(null)
      const checked = readPresence(typed)
      if ('errors' in checked) return setErrors(checked.errors)
      if (draft !== noAbsence) return setErrors({ absences: 'Add this absence first, or clear its fields' })
      change.start(checked.fields)
    },
  }
}

export type PresenceForm = ReturnType<typeof usePresenceForm>
