import type { SettingChanges, SettingState } from '@readroom/contracts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field, type FieldControl } from '../../components/ui/field.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import type { SettingField } from './setting-fields.ts'
import { checkSetting, shownValue } from './setting-value.ts'
import { changeSettings, settingsKey } from './settings.queries.ts'

const zoneList = 'time-zones'

/** All zones that the browser knows; whoever types gets them offered. */
export function ZoneList() {
  return (
    <datalist id={zoneList}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}

/** What is typed, until it is what holds again. */
function useSetting(field: SettingField, state: SettingState) {
  const client = useQueryClient()
  const held = shownValue(state.value)
  const [typed, setTyped] = useState({ held, text: held })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = typed.held === held ? typed.text : held

  const write = (value: string) => {
    setTyped({ held, text: value })
    setError(undefined)
  }
  const send = async (changes: SettingChanges) => {
    setBusy(true)
    try {
      client.setQueryData(settingsKey, await changeSettings(changes))
      void client.invalidateQueries({ queryKey: ['settings'] })
      notify.success(`${field.label} changed`)
    } catch (failure) {
      setError(messageOf(failure, 'The setting could not be changed. Please try again.'))
    }
    setBusy(false)
  }
  const save = () => {
    const checked = checkSetting(field, text)
    if (checked.values) void send({ values: checked.values, reset: [] })
    else setError(checked.error)
  }
  return { text, error, busy, isTyped: text !== held, write, save, reset: () => void send({ values: {}, reset: [field.name] }) }
}

function Origin({ state, busy, onReset }: { state: SettingState; busy: boolean; onReset: () => void }) {
  const { changed, environmentValue } = state
  const environment = shownValue(environmentValue) || 'empty'
  if (!changed) return <p className="text-xs text-text-3">Set by the environment</p>
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-2">
      <span>
        Changed by <bdi className="font-medium">{changed.by}</bdi>, {formatInstant(changed.at).text}
      </span>
      <button
        type="button"
        disabled={busy}
        onClick={onReset}
        className="underline underline-offset-2 hover:text-text max-lg:min-h-11"
      >
        Back to the environment's: {environment}
      </button>
    </p>
  )
}

type ControlProps = { field: SettingField; control: FieldControl; text: string; onWrite: (text: string) => void }

function Control({ field: { kind, choices }, control, text, onWrite }: ControlProps) {
  const className = `${control.className} max-w-80`
  if (choices) {
    return (
      <select {...control} className={className} value={text} onChange={({ target }) => onWrite(target.value)}>
        {choices.map((choice) => (
          <option key={choice.text} value={choice.text}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...control}
      className={className}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      type={kind === 'email' ? 'email' : 'text'}
      list={kind === 'zone' ? zoneList : undefined}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}

/** One setting: what holds, where that comes from, and its change. */
export function SettingRow({ field, state }: { field: SettingField; state: SettingState }) {
  const { label, hint, unit } = field
  const { text, error, busy, isTyped, write, save, reset } = useSetting(field, state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form aria-label={label} noValidate onSubmit={submit} className="border-b border-line py-4 last:border-0">
      <Field label={unit ? `${label} (${unit})` : label} error={error} hint={hint}>
        {(control) => (
          <span className="flex flex-wrap gap-2">
            <Control field={field} control={control} text={text} onWrite={write} />
            {isTyped && (
              <>
                <SubmitButton label="Save" busyLabel="Saving..." busy={busy} />
                <Button size="lg" className="max-lg:h-11" disabled={busy} onClick={() => write(shownValue(state.value))}>
                  Cancel
                </Button>
              </>
            )}
          </span>
        )}
      </Field>
      <div className="mt-1">
        <Origin state={state} busy={busy} onReset={reset} />
      </div>
    </form>
  )
}
