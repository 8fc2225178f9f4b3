import { AppError } from '@readroom/contracts/core/errors'
import { splitName } from '@readroom/contracts/core/names'
import type { Doctor } from '@readroom/contracts/people/doctors'
import { type DoctorRecord, findDoctor, listDoctors } from '@readroom/db/people/doctors'
import type { Context } from '../../core/context.ts'

function toDoctor({ id, fullName, email, specialization, isLoggedIn, openStudies }: DoctorRecord): Doctor {
  return { _id: id, fullName, ...splitName(fullName), email, specialization, isLoggedIn, openStudies }
}

export function createDoctorService({ db }: Pick<Context, 'db'>) {
  return {
    async list(status?: 'active' | 'inactive'): Promise<Doctor[]> {
      return (await listDoctors(db, status)).map(toDoctor)
    },

    async one(doctorId: string): Promise<Doctor> {
      const doctor = await findDoctor(db, doctorId)
      if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
      return toDoctor(doctor)
    },
  }
}
