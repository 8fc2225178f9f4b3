import type { NewDoctor } from '@readroom/db/people/doctors'
import type { NewLab } from '@readroom/db/people/labs'

/** The demo's laboratories; the identifier is the AE title that their scanners call with. */
export const demoLabs = {
  CITYLAB: {
    identifier: 'CITYLAB',
    name: 'City Imaging Laboratory',
    contactPerson: 'Nadia Fernsby',
    contactEmail: 'lab@readroom.example',
    contactPhone: '+00 555 0101',
    address: { street: '12 Phantom Lane', city: 'Exampleton', country: 'Nowhere' },
  },
  HARBOR: {
    identifier: 'HARBOR',
    name: 'Harbor Radiology Laboratory',
    contactPerson: 'Tomasz Brightwater',
    contactEmail: 'lab2@readroom.example',
    contactPhone: '+00 555 0102',
    address: { street: '3 Quayside', city: 'Exampleton', country: 'Nowhere' },
  },
} as const satisfies Record<string, NewLab>
export type DemoLab = keyof typeof demoLabs

export const demoPassword = 'readroom-demo'

export const demoAdmin = { username: 'admin', email: 'admin@readroom.example', fullName: 'Ada Whitlock' }

export const demoLabStaff = {
  CITYLAB: { username: 'lab', email: 'lab@readroom.example', fullName: 'Nadia Fernsby' },
  HARBOR: { username: 'lab2', email: 'lab2@readroom.example', fullName: 'Tomasz Brightwater' },
} as const satisfies Record<DemoLab, object>

type DoctorAccount = { username: string; email: string; fullName: string; profile: NewDoctor }

export const demoDoctors = {
  doctor: {
    username: 'doctor',
    email: 'doctor@readroom.example',
    fullName: 'Helena Marsh',
    profile: {
      specialization: 'Neuroradiology',
      department: 'Radiology',
      licenseNumber: 'DEMO-0001',
      qualifications: ['MD', 'Board certified in radiology'],
      yearsOfExperience: 14,
      contactPhoneOffice: '+00 555 0111',
      languages: ['English', 'Greek'],
      availableDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    },
  },
  doctor2: {
    username: 'doctor2',
    email: 'doctor2@readroom.example',
    fullName: 'Samuel Okoye',
    profile: {
      specialization: 'Thoracic Imaging',
      department: 'Radiology',
      licenseNumber: 'DEMO-0002',
      qualifications: ['MBBS', 'FRCR'],
      yearsOfExperience: 9,
      contactPhoneOffice: '+00 555 0112',
      languages: ['English', 'French'],
      availableDays: ['Wednesday', 'Thursday', 'Friday', 'Saturday'],
    },
  },
} satisfies Record<string, DoctorAccount>
export type DemoDoctor = keyof typeof demoDoctors
