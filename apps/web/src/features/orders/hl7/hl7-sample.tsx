import type { Hl7ConnectionFields } from '@readroom/contracts/orders/hl7'
import type { Hl7Preview } from '@readroom/contracts/orders/hl7-endpoints'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { previewHl7 } from './hl7.queries.ts'
import { Hl7Form } from './hl7-form.ts'
import { Hl7Values } from './hl7-values.tsx'
import { messageFlagLabels, messageStateLabels, unknownFieldLabels } from './hl7-words.ts'

function Result({ preview }: { preview: Hl7Preview }) {
  return (
    <section aria-label="Result" className="grid gap-3 rounded-sm border border-line p-3">
      <p className="font-medium">{messageStateLabels[preview.state]}</p>
      {preview.faults.map((fault) => (
        <p key={fault} className="text-red-fg">
          {fault}
        </p>
      ))}
      {preview.flags.map((flag) => (
        <p key={flag} className="text-text-2">
          {messageFlagLabels[flag]}
        </p>
      ))}
      {preview.unknownValues.map(({ field, place, value }) => (
        <p key={field} className="text-text-2">
          {place}: <bdi>{value}</bdi> is not known as {unknownFieldLabels[field].toLowerCase()}
        </p>
      ))}
      {preview.orders.map((order) => (
        <pre key={order.placer.number} className="overflow-x-auto text-xs">
          {JSON.stringify(order, null, 2)}
        </pre>
      ))}
      <Hl7Values values={preview.values} />
    </section>
  )
}

/** Shows what the connection that is being edited would read from a message. Nothing is stored. */
export function Hl7Sample() {
  const { getValues } = useFormContext<Hl7Form>()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<Hl7Preview | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: (fields: Hl7ConnectionFields) => previewHl7(text, fields),
    failed: 'The message could not be read. Please try again.',
    onDone: setPreview,
    onFailure: setFault,
  })
  const tryMessage = () => {
    const { data } = Hl7Form.safeParse(getValues())
    setPreview(null)
    setFault(data ? null : 'Please complete the fields of the connection first.')
    if (data) start(data)
  }
  return (
    <section aria-label="Sample" className="grid gap-3">
      <Field label="Try a message" hint="Paste a message to see what this connection would read. Nothing is stored.">
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} h-24 py-2`}
            spellCheck={false}
            maxLength={200_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button disabled={isBusy || text.trim() === ''} onClick={tryMessage}>
          Read message
        </Button>
      </div>
      {fault && <FormMessage tone="error">{fault}</FormMessage>}
      {preview && <Result preview={preview} />}
    </section>
  )
}
