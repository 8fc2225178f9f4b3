import { priorities } from '@readroom/contracts/core/primitives'
import {
  type Hl7ConnectionFields,
  Hl7Mapping,
  hl7Charsets,
  type hl7Tables,
  type UnknownField,
} from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { OrderControl } from '@readroom/contracts/orders/orders'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { hl7Key, saveHl7Connection } from './hl7.queries.ts'
import { unknownFieldLabels } from './hl7-words.ts'
import { readConnection, tableOf, typeConnection } from './typed-connection.ts'

type Table = (typeof hl7Tables)[keyof typeof hl7Tables]
type Choice = readonly [value: string, label: string]

const asTheyAre = (values: readonly string[]): Choice[] => values.map((value) => [value, value])

/** The meanings that a value can be given, by its table. Null: a code that is typed. */
const meanings: Record<Table, readonly Choice[] | null> = {
  priorities: asTheyAre(priorities),
  controls: asTheyAre(OrderControl.options),
  modalities: null,
  sexes: [
    ['F', 'Female'],
    ['M', 'Male'],
    ['O', 'Other'],
    ['U', 'Unknown'],
  ],
  charsets: asTheyAre(hl7Charsets),
}

type Props = { connection: Hl7Connection; word: { field: UnknownField; value: string }; onClose: () => void }

/** Asks for the meaning of one value that a connection does not know. Shows refusals and stays open. */
export function MapValueDialog({ connection, word, onClose }: Props) {
  const table = tableOf(word.field)
  const [meaning, setMeaning] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: meaning !== '', leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: Hl7ConnectionFields) => saveHl7Connection(connection, fields),
    done: ({ message }) => message,
    failed: 'The connection could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [hl7Key],
  })
  if (table === null) return null
  const choices = meanings[table]
  const submit = () => {
    setFault(null)
    const before = readConnection(typeConnection(connection))
    if ('errors' in before) return setFault('This connection must be corrected first: choose Edit.')
    const words = { ...before.fields.mapping[table], [word.value]: meaning.trim() }
    const mapping = Hl7Mapping.safeParse({ ...before.fields.mapping, [table]: words })
    if (meaning.trim() === '' || !mapping.success)
      return setError(choices ? 'Please choose a meaning' : 'Please enter a code such as US')
    start({ ...before.fields, mapping: mapping.data })
  }
  const write = (value: string) => {
    setMeaning(value)
    setError(undefined)
  }
  return (
    <FormDialog
      title="Map this value"
      width="max-w-[420px]"
      action="Save meaning"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <p className="break-words">
        {unknownFieldLabels[word.field]} <bdi className="font-medium">{word.value}</bdi>
        <span className="block text-xs text-text-3">{connection.name}. Applies to messages that come from then on.</span>
      </p>
      <Field label="Meaning" error={error} required>
        {(control) =>
          choices ? (
            <select {...control} required value={meaning} onChange={({ target }) => write(target.value)}>
              <option value="">Choose a meaning</option>
              {choices.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          ) : (
            <input {...control} required value={meaning} onChange={({ target }) => write(target.value)} />
          )
        }
      </Field>
    </FormDialog>
  )
}
