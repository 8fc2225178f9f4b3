import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Button } from '../../../../components/ui/button.tsx'
import { useAddress } from '../../../../lib/hooks/use-address.ts'
import { patientTitle, useTitle } from '../../../../lib/hooks/use-title.ts'
import { patientPath } from '../../../../lib/paths.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { recordOptions } from '../../../../lib/studies/record-queries.ts'
import { useAlwaysLight } from '../../../../lib/theme.ts'
import { loadFailure } from '../patients.queries.ts'
import { PrintSheet } from './print-sheet.tsx'
import './print.css'
import { Loading } from '../../../../components/ui/loading.tsx'

/** Prints once if the address asks for it, and removes that from the address, so that a reload doesn't print again. */
function usePrinting() {
  const [params, change] = useAddress()
  const isAsked = params.get('auto') === '1'
  useEffect(() => {
    if (!isAsked) return
    change(
      (current) => {
        current.delete('auto')
        return current
      },
      { replace: true },
    )
    void document.fonts.ready.then(() => window.print())
  }, [isAsked, change])
}

function Sheet({ record, onBack }: { record: PatientRecord; onBack: () => void }) {
  const { fullName: printedBy } = useUser()
  const [printedAt] = useState(() => new Date())
  usePrinting()
  return (
    <>
      <div className="sticky top-0 z-1 flex justify-between gap-2 border-b border-line bg-canvas px-5 py-2 print:hidden">
        <Button className="max-lg:h-11" onClick={onBack}>
          <ArrowLeft size={15} aria-hidden />
          Back
        </Button>
        <Button look="primary" className="max-lg:h-11" onClick={() => window.print()}>
          <Printer size={15} aria-hidden />
          Print
        </Button>
      </div>
      <main className="mx-auto max-w-[860px] px-6 py-6 print:max-w-none print:p-0">
        <PrintSheet record={record} printedBy={printedBy} printedAt={printedAt} />
      </main>
    </>
  )
}

/** Shows a patient's record with one of their studies, for printing. */
export default function PrintPage() {
  const { patientId = '' } = useParams()
  const [params] = useAddress()
  const studyId = params.get('studyId') ?? undefined
  const navigate = useNavigate()
  const { data: record, error, refetch } = useQuery(recordOptions({ patientId, studyId }))
  useTitle('Patient details', patientTitle(record?.patientInfo.fullName, record?.patientInfo.patientId))
  useAlwaysLight()
  /** Closes the print window, or goes back. A user who came by a link goes to the record. */
  const goBack = () => {
    if (window.history.state?.idx > 0) void navigate(-1)
    else if (window.opener) window.close()
    else void navigate(patientPath(patientId, studyId))
  }
  if (record) return <Sheet record={record} onBack={goBack} />
  return (
    <main className="grid content-start justify-items-center gap-4 px-5 pt-16">
      {error ? (
        <>
          <p role="alert" className="max-w-110 text-center">
            {loadFailure(error, patientId)}
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      ) : (
        <Loading />
      )}
    </main>
  )
}
