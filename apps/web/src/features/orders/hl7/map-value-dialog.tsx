import { priorities } from '@readroom/contracts/core/primitives'
import { Hl7ConnectionFields, hl7Charsets, type hl7Tables, type UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { OrderControl } from '@readroom/contracts/orders/orders'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { unknownFieldLabels } from './hl7-words.ts'
import { tableOf } from './typed-connection.ts'
import { useSaveConnection } from './use-save-connection.ts'

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
  const { save, dialog } = useSaveConnection(connection, { isFilled: meaning !== '', onClose })
  if (table === null) return null
  const choices = meanings[table]
  const submit = () => {
    const words = { ...connection.mapping[table], [word.value]: meaning.trim() }
    const fields = Hl7ConnectionFields.strip().safeParse({ ...connection, mapping: { ...connection.mapping, [table]: words } })
    if (meaning.trim() === '' || !fields.success)
      return setError(choices ? 'Please choose a meaning' : 'Please enter a code such as US')
    save(fields.data)
  }
  const write = (value: string) => {
    setMeaning(value)
    setError(undefined)
  }
  return (
    <FormDialog title="Map this value" width="max-w-[420px]" action="Save meaning" onSubmit={submit} {...dialog}>
      <p className="break-words">
        {unknownFieldLabels[word.field]} <bdi className="font-medium">{word.value}</bdi>
        <span className="block text-xs text-text-3">{connection.name}. Applies to messages that come from then on.</span>
      </p>
      <Field label="Meaning" hint={choices ? undefined : 'A DICOM modality such as US'} error={error} required>
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
