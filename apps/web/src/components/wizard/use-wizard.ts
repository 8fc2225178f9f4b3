import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { fieldOfError } from '../../lib/forms/field-of-error.ts'
import { explain } from '../../lib/forms/form-resolver.ts'
import { useFormDraft } from '../form/form-draft.ts'
import { type SchemaFormOptions, useSchemaForm } from '../form/use-schema-form.ts'

type StepRules<T extends FieldValues> = {
  fields: readonly (keyof T & string)[]
  /** Said if a required field of the step is empty. */
  missing: string
}

type Options<T extends FieldValues, R> = Omit<SchemaFormOptions<T, T, R>, 'schema' | 'change' | 'missing'> & {
  /** The name under which the entries are kept. */
  name: string
  schema: z.ZodType<unknown, T>
  steps: readonly StepRules<T>[]
  change: (values: T) => Promise<R>
}

/** Returns the rules for some of the fields. The values stay as typed, because the server reads them by the same rules. */
const rulesOf = <T extends FieldValues>(schema: z.ZodType<unknown, T>, fields: readonly string[]) =>
  z.custom<T>().superRefine((values, context) => {
    const issues = schema.safeParse(values, { error: explain, reportInput: true }).error?.issues ?? []
    for (const { path, message, input } of issues)
      if (fields.some((field) => field === path[0])) context.addIssue({ code: 'custom', path, message, input })
  })

/** Manages a form of several steps. Each step is checked when it is left. A refusal by the server is shown at its field, on that field's step. */
export function useWizard<T extends FieldValues, R>({ steps, schema, change, ...options }: Options<T, R>) {
  const [index, setIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = steps[index] ?? { fields: [], missing: '' }
  const isLast = index === steps.length - 1
  const schemaForm = useSchemaForm<T, T, R>({
    ...options,
    schema: rulesOf(schema, step.fields),
    missing: step.missing,
    change: (_read, typed) => change(typed).catch(showStepOf),
    onDone(result, typed) {
      draft.forget()
      options.onDone?.(result, typed)
    },
  })
  const { form } = schemaForm
  const draft = useFormDraft(form, { name: options.name, empty: options.values })
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) heading.current?.focus()
    shown.current = index
  }, [index])

  function move(to: number) {
    form.clearErrors()
    setIndex(to)
  }

  /** Goes to the step of the field that a refusal is about. */
  function showStepOf(error: unknown): never {
    const field = fieldOfError(
      error,
      options.codes ?? {},
      steps.flatMap(({ fields }) => fields),
    )
    const place = steps.findIndex(({ fields }) => fields.some((name) => name === field))
    if (place >= 0) flushSync(() => setIndex(place))
    throw error
  }
  const goOn = form.handleSubmit(() => move(index + 1), schemaForm.sayWhatIsMissing)
  return {
    ...schemaForm,
    submit: isLast ? schemaForm.submit : goOn,
    index,
    isLast,
    heading,
    draft,
    back: () => move(Math.max(index - 1, 0)),
  }
}
