import type { ErrorCode } from '@readroom/contracts/core/errors'
import { type Scanner, ScannerFields } from '@readroom/contracts/orders/scanners'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { saveScanner, scannersOptions } from './scanners.queries.ts'

type Typed = { host: string; port: string; usesTls: boolean; certificate: string }
type WrittenField = 'host' | 'port' | 'certificate'
type Errors = Partial<Record<WrittenField, string>>

const messages: Record<WrittenField, string> = {
  host: 'Please enter a host name or an address',
  port: 'Please enter a port from 1 to 65535',
  certificate: 'Please paste the certificate in PEM, without a private key',
}

/** The fields that refusals of the server are about. */
const fieldOfRefusal = new Map<string, WrittenField>([
  ['SCANNER_ADDRESS_FORBIDDEN' satisfies ErrorCode, 'host'],
  ['SCANNER_CERTIFICATE_MISSING' satisfies ErrorCode, 'certificate'],
  ['SCANNER_CERTIFICATE_UNREADABLE' satisfies ErrorCode, 'certificate'],
])

function read({ host, port, usesTls, certificate }: Typed): { fields: ScannerFields } | { errors: Errors } {
  const hasPlace = host.trim() !== '' || port.trim() !== ''
  const place = hasPlace ? { host, port: Number(port) } : null
  const parsed = ScannerFields.safeParse({ place, usesTls, certificate: certificate.trim() === '' ? null : certificate })
  if (parsed.success) return { fields: parsed.data }
  const faulty = new Set(parsed.error.issues.map(({ path }) => path.at(-1)))
  return { errors: Object.fromEntries(Object.entries(messages).filter(([field]) => faulty.has(field))) }
}

/** Changes the place, TLS and the certificate of a scanner. Shows refusals and stays open. */
export function ScannerFormDialog({ labId, scanner, onClose }: { labId: string; scanner: Scanner; onClose: () => void }) {
  const { aeTitle, version } = scanner
  const [before] = useState<Typed>({
    host: scanner.place?.host ?? '',
    port: scanner.place ? String(scanner.place.port) : '',
    usesTls: scanner.usesTls,
    certificate: scanner.certificate ?? '',
  })
  const [typed, setTyped] = useState(before)
  const [errors, setErrors] = useState<Errors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: typed !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: ScannerFields) => saveScanner(labId, { ...fields, aeTitle, version }),
    done: ({ message }) => message,
    failed: 'The scanner could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: (message, error) => {
      const field = error instanceof ApiError ? fieldOfRefusal.get(error.code) : undefined
      if (field) setErrors({ [field]: message })
      else setFault(message)
    },
    invalidates: [scannersOptions(labId).queryKey],
  })
  const write = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const found = read(typed)
    if ('errors' in found) return setErrors(found.errors)
    start(found.fields)
  }
  return (
    <FormDialog
      title={`Scanner ${aeTitle}`}
      width="max-w-[520px]"
      action="Save scanner"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <p className="text-sm text-text-2">Tests ask the scanner at this host and port. Leave both empty if it answers no tests.</p>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label="Host" error={errors.host}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={typed.host}
              onChange={({ target }) => write({ host: target.value })}
            />
          )}
        </Field>
        <Field label="Port" error={errors.port}>
          {(control) => (
            <input
              {...control}
              className={`${control.className} num`}
              autoComplete="off"
              inputMode="numeric"
              value={typed.port}
              onChange={({ target }) => write({ port: target.value })}
            />
          )}
        </Field>
      </div>
      <CheckboxField
        label="Ask by TLS. The scanner must show the certificate below."
        labelClass="flex items-center gap-2 max-lg:min-h-11"
        checked={typed.usesTls}
        onChange={({ target }) => write({ usesTls: target.checked })}
      />
      <Field
        label="Certificate"
        hint="PEM. With one, only connections by TLS that show it are from this scanner, whatever their address."
        error={errors.certificate}
      >
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} num h-18 py-2`}
            spellCheck={false}
            value={typed.certificate}
            onChange={({ target }) => write({ certificate: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
