import type { MemberResponse, Person } from '@app/contract/members/members'
import type { Album, Photo } from '@app/contract/photos'

export function aPhoto(name: string, album: Album, ordinal: number, changes: Partial<Photo> = {}): Photo {
  const id = name.padEnd(22, '_')
  const urlOf = (size: string) => `/media/${id}/1/${size}?signature=1`
  return {
    id,
    status: 'READY',
    url: urlOf('medium'),
    smallUrl: urlOf('small'),
    largeUrl: urlOf('large'),
    width: 1600,
    height: 1200,
    rotation: 0,
    placeholder: null,
    album,
    ordinal,
    verified: false,
    ...changes,
  }
}

const person: Person = {
  sex: 'FEMALE',
  yearOfBirth: 1990,
  height: null,
  weight: null,
  body: 'SECRET',
  eyeColor: 'SECRET',
  orientation: 'SECRET',
  smoking: 'SECRET',
  drinking: 'SECRET',
  ethnicity: 'SECRET',
  breastSize: null,
  penisSize: null,
  shavedStyle: 'SECRET',
}

export const aMember = (userName: string, photos: Photo[]): MemberResponse => ({
  profile: {
    userName,
    registered: '2026-01-01T12:00:00.000Z',
    lastActive: null,
    person1: person,
    person2: null,
    description: '',
    profilePhotoUrl: null,
    cities: ['Solna'],
    lookingFor: [],
    language: 'SWEDISH',
    badges: [],
    verifications: 0,
    profileNotes: null,
  },
  photos,
})
