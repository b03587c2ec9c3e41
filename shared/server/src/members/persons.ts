import { type RawBuilder, sql } from 'kysely'

/** Returns a SQL predicate that checks whether the member with the alias `members` is a couple. */
export const isCouple = (members: string): string =>
  `exists (select from persons where "memberId" = ${members}.id and ordinal = 2)`

/** Returns SQL for the persons of the member whose id this column contains, as shown in lists. */
export const personsInList = (memberId: string): RawBuilder<unknown> => sql`
  (select json_agg(
      json_build_object('sex', p.sex, 'yearOfBirth', p."yearOfBirth", 'orientation', p.orientation) order by p.ordinal)
    from persons p where p."memberId" = ${sql.ref(memberId)})`
