import type { FieldErrors, FieldValues } from 'react-hook-form'
import { type CheckedFormOptions, useCheckedForm } from '../../lib/forms/use-checked-form.ts'
import { type Change, useChange } from '../../lib/hooks/use-change.ts'

export type SchemaFormOptions<In extends FieldValues, Out, R> = CheckedFormOptions<In, Out> &
  Pick<Change<In, R>, 'done' | 'failed' | 'invalidates' | 'leaves' | 'onDone'> & {
    /** Sends the fields. `typed`: as they are in the form, before the contract's transformations. */
    change: (fields: Out, typed: In) => Promise<R>
    /** Said in the form if a required field is empty. */
    missing?: string
    /** Reads the current values, after somebody else has changed them. */
    reload?: () => Promise<NoInfer<In> | undefined>
  }

type Sent<In, Out> = { fields: Out; typed: In }

/**
 * The one way to let the user fill in and send fields (docs/decisions/core/forms.md). Errors stand at their field, the first one has the focus, and
 * other refusals stand in the form.
 */
export function useSchemaForm<In extends FieldValues, Out, R>(options: SchemaFormOptions<In, Out, R>) {
  const { change, missing, reload, onDone, done, failed, invalidates, leaves } = options
  const { form, refuse } = useCheckedForm(options)
  const { start, isBusy } = useChange<Sent<In, Out>, R>({
    change: ({ fields, typed }) => change(fields, typed),
    failed,
    ...(done && { done }),
    ...(invalidates && { invalidates }),
    ...(leaves && { leaves }),
    onDone: (result, { typed }) => onDone?.(result, typed),
    onFailure: refuse,
  })
  const { isDirty } = form.formState
  const sayWhatIsMissing = (errors: FieldErrors<In>) => {
    const isMissing = Object.values(errors).some((error) => error?.message === 'Required')
    if (missing && isMissing) form.setError('root', { message: missing })
  }
  const showCurrent = async () => {
    const current = await reload?.()
    if (current) form.reset(current)
  }
  return {
    form,
    isBusy,
    isDirty,
    submit: form.handleSubmit((fields) => start({ fields, typed: form.getValues() }), sayWhatIsMissing),
    sayWhatIsMissing,
    showCurrent: reload ? showCurrent : null,
  }
}
