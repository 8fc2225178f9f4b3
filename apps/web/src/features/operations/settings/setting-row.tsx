import type { SettingChanges, SettingEffect, SettingState } from '@readroom/contracts/operations/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Field, type FieldControl } from '../../../components/inputs/field.tsx'
import { zoneList } from '../../../components/inputs/zone-list.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { effectWords, isRemoving } from './setting-effects.ts'
import type { SettingField } from './setting-fields.ts'
import { checkSetting, shownValue } from './setting-value.ts'
import { changeSettings, previewSettings, settingsKey } from './settings.queries.ts'

/** A change that affects somebody, until the user confirms it. */
type Question = { changes: SettingChanges; effects: readonly SettingEffect[] }

/** Keeps the typed text until the saved value changes. */
function useSetting(field: SettingField, state: SettingState) {
  const client = useQueryClient()
  const held = shownValue(state.value)
  const [typed, setTyped] = useState({ held, text: held })
  const [error, setError] = useState<string>()
  const text = typed.held === held ? typed.text : held

  const write = (value: string) => {
    setTyped({ held, text: value })
    setError(undefined)
  }
  const [question, setQuestion] = useState<Question | null>(null)
  const { start: send, isBusy: isChanging } = useChange({
    change: (changes: SettingChanges) => changeSettings(changes),
    done: () => `${field.label} changed`,
    failed: 'The setting could not be changed. Please try again.',
    onDone: (settings) => client.setQueryData(settingsKey, settings),
    onFailure: setError,
    invalidates: [['settings']],
  })
  const { start: ask, isBusy: isAsking } = useRequest({
    request: (changes: SettingChanges) => previewSettings(changes),
    failed: 'The setting could not be changed. Please try again.',
    onDone: (effects, changes) => (effects.length > 0 ? setQuestion({ changes, effects }) : send(changes)),
    onFailure: setError,
  })
  const save = () => {
    const checked = checkSetting(field, text)
    if (checked.values) ask({ values: checked.values, reset: [] })
    else setError(checked.error)
  }
  const answer = (isConfirmed: boolean) => {
    if (question && isConfirmed) send(question.changes)
    setQuestion(null)
  }
  return {
    text,
    error,
    busy: isChanging || isAsking,
    isTyped: text !== held,
    question,
    write,
    save,
    reset: () => ask({ values: {}, reset: [field.name] }),
    answer,
  }
}

type QuestionProps = {
  field: SettingField
  state: SettingState
  question: Question
  onAnswer: (isConfirmed: boolean) => void
}

/** Shows the new value of a setting, and whom it affects, before it is changed. */
function EffectsDialog({ field: { name, label, unit, choices }, state, question, onAnswer }: QuestionProps) {
  const { changes, effects } = question
  const text = shownValue(name in changes.values ? changes.values[name] : state.environmentValue)
  const value = choices?.find((choice) => choice.text === text)?.label ?? [text, unit].filter(Boolean).join(' ')
  return (
    <ConfirmDialog
      title="Change this setting?"
      action="Change"
      destructive={isRemoving(effects)}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p className="font-medium text-text">
        {label}: {value}
      </p>
      {effectWords(effects).map((sentence) => (
        <p key={sentence} className="mt-1">
          {sentence}
        </p>
      ))}
    </ConfirmDialog>
  )
}

function Origin({ state, busy, onReset }: { state: SettingState; busy: boolean; onReset: () => void }) {
  const { changed, environmentValue } = state
  const environment = shownValue(environmentValue) || 'empty'
  if (!changed) return <p className="text-xs text-text-3">Default</p>
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
        Reset to default: {environment}
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
  if (kind === 'paragraphs')
    return (
      <textarea
        {...control}
        dir="auto"
        rows={3}
        className={`${control.className} h-auto! resize-y py-1.5`}
        value={text}
        onChange={({ target }) => onWrite(target.value)}
      />
    )
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

/** Shows one setting: its value, where that comes from, and its editor. */
export function SettingRow({ field, state }: { field: SettingField; state: SettingState }) {
  const { label, hint, unit } = field
  const { text, error, busy, isTyped, question, write, save, reset, answer } = useSetting(field, state)
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
      {question && <EffectsDialog field={field} state={state} question={question} onAnswer={answer} />}
    </form>
  )
}
