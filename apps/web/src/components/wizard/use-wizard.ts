import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '../../lib/api/api-error.ts'
import { type FieldsOfCodes, fieldOfError } from '../../lib/forms/field-of-error.ts'
import { createResolver } from '../../lib/forms/form-resolver.ts'
import { useFormDraft } from '../form/form-draft.ts'

type StepRules<T extends FieldValues> = {
  fields: readonly (keyof T & string)[]
  /** Fields that the step needs. If one is missing, the step shows `message`. */
  required: readonly (keyof T & string)[]
  message: string
}

type Options<T extends FieldValues> = {
  /** The name under which the entries are kept. */
  name: string
  schema: z.ZodType
  defaultValues: DefaultValues<T>
  steps: readonly StepRules<T>[]
  /** The message of the last step if something is missing in any step. */
  missing: string
  send: (values: T) => Promise<void>
  failed: string
  fieldsOfCodes: FieldsOfCodes<T>
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** Manages a form of several steps. Each step is checked when it is left. A refusal by the server is shown at its field, on that field's step. */
export function useWizard<T extends FieldValues>(options: Options<T>) {
  const { schema, steps, defaultValues, send } = options
  const [index, setIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = index === steps.length - 1
  const checked = last ? steps.flatMap(({ fields }) => fields) : (steps[index]?.fields ?? [])
  const form = useForm<T>({ defaultValues, resolver: createResolver<T>(schema, checked), reValidateMode: 'onSubmit' })
  const draft = useFormDraft(form, { name: options.name, empty: defaultValues })
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) heading.current?.focus()
    shown.current = index
  }, [index])

  function move(to: number) {
    form.clearErrors()
    setIndex(to)
  }

  /** Goes to a field's step and focuses the field. */
  function showField(name: Path<T>, message: string) {
    const step = steps.findIndex(({ fields }) => fields.some((field) => field === name.split('.')[0]))
    flushSync(() => setIndex(Math.max(step, 0)))
    form.setError(name, { type: 'server', message })
    form.setFocus(name)
  }

  function sayWhatIsMissing() {
    const required = last ? steps.flatMap((step) => step.required) : (steps[index]?.required ?? [])
    const values = form.getValues()
    const message = last ? options.missing : steps[index]?.message
    if (message && required.some((name) => isBlank(values[name]))) form.setError('root', { message })
  }

  const submit = form.handleSubmit(async (values) => {
    if (!last) return move(index + 1)
    try {
      await send(values)
      draft.forget()
    } catch (error) {
      const field = fieldOfError(error, options.fieldsOfCodes)
      const message = messageOf(error, options.failed)
      if (field) showField(field, message)
      else form.setError('root', { message })
    }
  }, sayWhatIsMissing)

  return { form, index, last, heading, submit, draft, back: () => move(Math.max(index - 1, 0)) }
}
