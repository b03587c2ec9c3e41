import { type RawBuilder, sql } from 'kysely'

/** For statements: whether the member whom this alias names is two. */
export const isCouple = (members: string): string =>
  `exists (select from persons where "memberId" = ${members}.id and ordinal = 2)`

/** The persons of the member whose id this column holds, as lists show them. */
export const personsInList = (memberId: string): RawBuilder<unknown> => sql`
  (select json_agg(json_build_object('sex', p.sex, 'yearOfBirth', p."yearOfBirth", 'orientation', p.orientation) order by p.ordinal)
    from persons p where p."memberId" = ${sql.ref(memberId)})`
