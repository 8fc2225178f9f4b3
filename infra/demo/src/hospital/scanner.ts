import dimse from 'dcmjs-dimse'
import { z } from 'zod'

const { Client, Dataset, constants, log, requests } = dimse
const { SopClass, Status } = constants

log.setLevel('silent')

/** Where a scanner finds its worklist, and by which AE titles. */
export interface WorklistPlace {
  host: string
  port: number
  aeTitle: string
  calledAeTitle: string
}

/** The elements of a worklist item that the scanner writes into its images. */
const Item = z
  .object({ AccessionNumber: z.string(), StudyInstanceUID: z.string(), PatientID: z.string() })
  .transform(({ AccessionNumber, StudyInstanceUID, PatientID }) => ({
    accessionNumber: AccessionNumber,
    studyInstanceUid: StudyInstanceUID,
    patientId: PatientID,
  }))
export type Item = z.output<typeof Item>

type Request = InstanceType<
  typeof dimse.requests.CFindRequest | typeof dimse.requests.NCreateRequest | typeof dimse.requests.NSetRequest
>
type Response = InstanceType<typeof dimse.responses.CFindResponse>

/** Sends one request over an association of its own. Returns the answers: one, or for a question one for each item and the last. */
function exchange({ host, port, aeTitle, calledAeTitle }: WorklistPlace, request: Request): Promise<Response[]> {
  const client = new Client()
  const answers: Response[] = []
  client.addRequest(request)
  return new Promise((resolve, reject) => {
    request.on('response', (response) => answers.push(response))
    client.on('networkError', reject)
    client.on('associationRejected', () => reject(new Error('The worklist rejected the scanner')))
    client.on('closed', () => {
      if (answers.length > 0) resolve(answers)
      else reject(new Error('The worklist did not answer'))
    })
    client.send(host, port, aeTitle, calledAeTitle, { connectTimeout: 10_000, associationTimeout: 10_000, pduTimeout: 30_000 })
  })
}

/** Asks for the scanner's worklist (C-FIND, PS3.4 annex K). */
export async function readWorklist(place: WorklistPlace): Promise<Item[]> {
  const step = { Modality: '', ScheduledProcedureStepStartDate: '', ScheduledProcedureStepStartTime: '' }
  const request = requests.CFindRequest.createWorklistFindRequest({
    AccessionNumber: '',
    StudyInstanceUID: '',
    PatientID: '',
    PatientName: '',
    ScheduledProcedureStepSequence: [step],
  })
  const answers = await exchange(place, request)
  const status = answers.at(-1)?.getStatus()
  if (status !== Status.Success) throw new Error(`The worklist answered with status ${status?.toString(16)}`)
  return answers.flatMap((answer) => {
    const dataset = answer.getDataset()
    return answer.getStatus() === Status.Pending && dataset ? [Item.parse(dataset.getElements())] : []
  })
}

/** A message about a performed step (MPPS, PS3.4 annex F.7). */
export interface StepMessage {
  action: 'create' | 'set'
  uid: string
  elements: Record<string, unknown>
}

/** Tells of a performed step. Returns the status of the answer (PS3.7 annex C). */
export async function tellStep(place: WorklistPlace, { action, uid, elements }: StepMessage): Promise<number> {
  const stepClass = SopClass.ModalityPerformedProcedureStep
  const request = action === 'create' ? new requests.NCreateRequest(stepClass, uid) : new requests.NSetRequest(stepClass, uid)
  request.setDataset(new Dataset(elements))
  const [answer] = await exchange(place, request)
  return answer?.getStatus() ?? Status.ProcessingFailure
}

const { DuplicateSOPInstance, Success } = Status

/** Tells that an examination begins. A step that Readroom knows already was told before. */
export async function beginExamination(
  place: WorklistPlace,
  uid: string,
  { item, modality, date, time }: { item: Item; modality: string; date: string; time: string },
): Promise<void> {
  const status = await tellStep(place, {
    action: 'create',
    uid,
    elements: {
      PatientID: item.patientId,
      Modality: modality,
      PerformedProcedureStepID: item.accessionNumber,
      PerformedStationAETitle: place.aeTitle,
      PerformedProcedureStepStartDate: date.replaceAll('-', ''),
      PerformedProcedureStepStartTime: `${time.replace(':', '')}00`,
      PerformedProcedureStepStatus: 'IN PROGRESS',
      ScheduledStepAttributesSequence: [{ StudyInstanceUID: item.studyInstanceUid, AccessionNumber: item.accessionNumber }],
      PerformedSeriesSequence: [],
    },
  })
  if (status !== Success && status !== DuplicateSOPInstance)
    throw new Error(`A step was answered with status ${status.toString(16)}`)
}

/** Tells that an examination is completed. A step that has ended answers with a failure: it was told before. */
export async function endExamination(place: WorklistPlace, uid: string): Promise<void> {
  const status = await tellStep(place, { action: 'set', uid, elements: { PerformedProcedureStepStatus: 'COMPLETED' } })
  if (status !== Success && status !== Status.ProcessingFailure)
    throw new Error(`The end of a step was answered with status ${status.toString(16)}`)
}
