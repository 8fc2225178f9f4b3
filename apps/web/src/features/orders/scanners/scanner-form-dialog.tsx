import { type Scanner, ScannerFields } from '@readroom/contracts/orders/scanners'
import { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormCheck, FormField, FormText } from '../../../components/form/form-field.tsx'
import { saveScanner, scannersOptions } from './scanners.queries.ts'

/** Without a host and a port there is no place. */
const Form = z
  .custom<Omit<ScannerFields, 'place'> & { host: string; port: number | string }>()
  .transform(({ host, port, ...fields }): unknown => ({
    ...fields,
    place: `${host}${port}`.trim() === '' ? null : { host, port },
  }))
  .pipe(ScannerFields)
type Form = z.input<typeof Form>

/** Changes the place, TLS and the certificate of a scanner. */
export function ScannerFormDialog({ labId, scanner, onClose }: { labId: string; scanner: Scanner; onClose: () => void }) {
  const { aeTitle, version, place, usesTls, certificate } = scanner
  return (
    <FormDialog
      title={`Scanner ${aeTitle}`}
      width="max-w-[520px]"
      action="Save scanner"
      schema={Form}
      values={{ host: place?.host ?? '', port: place?.port ?? '', usesTls, certificate }}
      words={{
        host: 'Please enter a host name or an address',
        port: 'Please enter a port from 1 to 65535',
        certificate: 'Please paste the certificate in PEM, without a private key',
      }}
      change={(fields) => saveScanner(labId, { ...fields, aeTitle, version })}
      done={({ message }) => message}
      failed="The scanner could not be saved. Please try again."
      codes={{
        SCANNER_ADDRESS_FORBIDDEN: 'host',
        SCANNER_CERTIFICATE_MISSING: 'certificate',
        SCANNER_CERTIFICATE_UNREADABLE: 'certificate',
      }}
      invalidates={[scannersOptions(labId).queryKey]}
      onClose={onClose}
    >
      <p className="text-sm text-text-2">Tests ask the scanner at this host and port. Leave both empty if it answers no tests.</p>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <FormField<Form> name="host" label="Host" spellCheck={false} />
        <FormField<Form> name="port" label="Port" as="number" className="num" inputMode="numeric" />
      </div>
      <FormCheck<Form> name="usesTls" label="Ask by TLS. The scanner must show the certificate below." />
      <FormText<Form>
        name="certificate"
        label="Certificate"
        hint="PEM. With one, only connections by TLS that show it are from this scanner, whatever their address."
        as="nullable"
        className="num"
        rows={3}
        spellCheck={false}
      />
    </FormDialog>
  )
}
