import { TEAM_NAME } from '@app/contract/names'
import { profilePhotoText } from './pictures.ts'

/**
 * For statements: how everybody in a group is shown the member whom this alias names. Those who run the community have one
 * common name there, also among themselves, since a whole group is told the same.
 */
export const nameInGroup = (members: string): string =>
  `(case ${members}.level when 'ADMIN' then '${TEAM_NAME}' else ${members}."userName" end)`

export const photoInGroup = (members: string): string =>
  `(case when ${members}.level <> 'ADMIN' then ${profilePhotoText(members, 'small')} end)`

export const isCoupleInGroup = (members: string): string =>
  `(${members}.level <> 'ADMIN' and exists (select from persons where "memberId" = ${members}.id and ordinal = 2))`
