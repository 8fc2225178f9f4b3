import type { Order, OrderDetails, OrderStudy } from '@readroom/contracts/orders/order-endpoints'

export const order: Order = {
  _id: '01890000-0000-7000-8000-000000000010',
  number: 'ORD-1',
  authority: null,
  filler: null,
  source: 'hl7',
  ownState: 'ordered',
  state: 'ordered',
  labId: '01890000-0000-7000-8000-000000000001',
  labName: 'City Imaging Laboratory',
  accessionNumber: 'ACC-1',
  studyInstanceUid: null,
  procedure: { id: null, code: null, codingSystem: null, description: 'CT of the chest' },
  modality: 'CT',
  priority: 'STAT',
  indication: 'Cough for six weeks',
  orderingPhysician: 'Weiss^Jonas',
  copiesTo: [],
  scheduledAt: null,
  station: null,
  aeTitle: null,
  unknownValues: {},
  patient: { ids: [{ id: 'P-1', authority: 'HIS' }], name: 'Lindqvist^Anna', birthDate: '1980-02-01', sex: 'F' },
  receivedAt: '2026-11-25T09:05:00Z',
  version: 3,
  studies: [],
}

export const details: OrderDetails = {
  ...order,
  reportedStatus: null,
  history: [
    { event: 'created', at: '2026-11-25T09:05:00Z', source: 'hl7', by: 'North hospital', reason: null, changes: [] },
    {
      event: 'changed',
      at: '2026-11-25T09:10:00Z',
      source: 'manual',
      by: 'Maria Santos',
      reason: null,
      changes: [{ field: 'indication', before: 'Cough', after: 'Cough for six weeks' }],
    },
  ],
}

export const study: OrderStudy = {
  studyId: '01890000-0000-7000-8000-000000000020',
  status: 'pending_assignment',
  patientId: 'P-2',
  patientName: 'Lindqvist Anna',
  birthDate: '1980-02-01',
  sex: 'F',
  accessionNumber: 'ACC-1',
  description: 'Chest',
  modality: 'CT',
  studyDate: '2026-11-25',
  receivedAt: '2026-11-25T10:00:00Z',
}
