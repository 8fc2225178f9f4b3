import { priorities } from '@readroom/contracts/core/primitives'
import { hl7Charsets, type UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { OrderControl } from '@readroom/contracts/orders/orders'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { type Choice, FormField, FormSelect } from '../../../components/form/form-field.tsx'
import { type Hl7Form, type Hl7Table, savesConnection, tableOf } from './hl7-form.ts'
import { unknownFieldLabels } from './hl7-words.ts'

const asTheyAre = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

/** The meanings that a value can be given, by its table. Null: a code that is typed. */
const meanings: Record<Hl7Table, readonly Choice[] | null> = {
  priorities: asTheyAre(priorities),
  controls: asTheyAre(OrderControl.options),
  modalities: null,
  sexes: [
    { value: 'F', label: 'Female' },
    { value: 'M', label: 'Male' },
    { value: 'O', label: 'Other' },
    { value: 'U', label: 'Unknown' },
  ],
  charsets: asTheyAre(hl7Charsets),
}

type Props = { connection: Hl7Connection; word: { field: UnknownField; value: string }; onClose: () => void }

/** Asks for the meaning of one value that a connection does not know. */
export function MapValueDialog({ connection, word, onClose }: Props) {
  const table = tableOf(word.field)
  if (table === null) return null
  const choices = meanings[table]
  const before = new Map(Object.entries(connection.mapping[table]))
  /** The table with the meaning of the word. */
  const asMeaning = {
    read: (text: string) => Object.fromEntries(before.set(word.value, text.trim())),
    write: (words: unknown) => new Map<string, string>(Object.entries(words ?? {})).get(word.value) ?? '',
  }
  const field = { name: `mapping.${table}`, label: 'Meaning', as: asMeaning, required: true } as const
  return (
    <FormDialog
      title="Map this value"
      width="max-w-[420px]"
      action="Save meaning"
      values={{ ...connection, mapping: { ...connection.mapping, [table]: asMeaning.read('') } }}
      words={{ [field.name]: choices ? 'Please choose a meaning' : 'Please enter a code such as US' }}
      {...savesConnection(connection)}
      onClose={onClose}
    >
      <p className="break-words">
        {unknownFieldLabels[word.field]} <bdi className="font-medium">{word.value}</bdi>
        <span className="block text-xs text-text-3">{connection.name}. Applies to messages that come from then on.</span>
      </p>
      {choices ? (
        <FormSelect<Hl7Form> {...field} choices={[{ value: '', label: 'Choose a meaning' }, ...choices]} />
      ) : (
        <FormField<Hl7Form> {...field} hint="A DICOM modality such as US" />
      )}
    </FormDialog>
  )
}
