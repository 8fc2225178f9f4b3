import { type OrderForm, orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import type { DemoLab } from './accounts.ts'
import type { ApiSession } from './api-client.ts'
import { demoPatients } from './demo-patients.ts'
import { seriesKinds } from './dicom/kinds.ts'
import type { PatientRecipe } from './dicom/make-study.ts'
import type { DemoStudy } from './studies/demo-studies.ts'
import { referrers } from './studies/study-entry.ts'

type NumberedOrder = OrderForm & { number: string }

const patientOf = ({ id, name, birthDate, sex }: PatientRecipe): OrderForm['patient'] => ({
  ids: [{ id, authority: null }],
  name,
  birthDate,
  sex,
})

/** Returns the order of a study that came with a question. Its accession number leads the study to it. */
function orderOf({ recipe, priority, question }: DemoStudy): NumberedOrder {
  const { accessionNumber, description, patient, referringPhysician, series } = recipe
  const [first] = series
  return {
    number: `R-${accessionNumber}`,
    accessionNumber,
    procedure: { description },
    modality: first ? seriesKinds[first.kind].modality : null,
    priority,
    indication: question,
    orderingPhysician: referringPhysician,
    patient: patientOf(patient),
  }
}

/** Examinations that take place so many days after the demo was made. */
const toCome: Record<DemoLab, (NumberedOrder & { days: number })[]> = {
  CITYLAB: [
    {
      days: 2,
      number: 'R-C30001',
      accessionNumber: 'C30001',
      procedure: { description: 'MR brain T1 and T2' },
      modality: 'MR',
      priority: 'NORMAL',
      indication: 'Follow-up of the lesion in six weeks, as recommended.',
      orderingPhysician: referrers.neurology,
      patient: patientOf(demoPatients.japanese),
    },
  ],
  HARBOR: [
    {
      days: 1,
      number: 'R-H30001',
      accessionNumber: 'H30001',
      procedure: { description: 'CT chest and upper abdomen with contrast' },
      modality: 'CT',
      priority: 'HIGH',
      indication: 'Staging. Known allergy to iodine: see the premedication.',
      orderingPhysician: referrers.oncology,
      patient: patientOf(demoPatients.russian),
    },
  ],
}

const DAY_MS = 86_400_000

/** Lets each laboratory enter its orders. Repeating it changes nothing. */
export async function enterDemoOrders(
  labs: Record<DemoLab, ApiSession>,
  studies: readonly DemoStudy[],
  madeAt: Date,
): Promise<void> {
  for (const lab of ['CITYLAB', 'HARBOR'] as const) {
    const arrived = studies.filter((study) => study.lab === lab && study.question !== null).map(orderOf)
    const coming = toCome[lab].map(({ days, ...order }) => ({
      ...order,
      scheduledAt: new Date(madeAt.getTime() + days * DAY_MS).toISOString(),
    }))
    for (const body of [...arrived, ...coming]) await labs[lab].call(orderEndpoints.create, { body })
  }
}
