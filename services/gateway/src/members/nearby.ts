import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a SQL predicate that checks whether one of the text columns names one of the member's cities, as whole words,
 * including in the genitive. Letters must have the same case, since 'vara' is a verb and Vara a city. The collation
 * makes Swedish letters part of words, regardless of the locale of the database.
 */
export const namesCityOf = (memberId: RawBuilder<unknown>, texts: string[]): RawBuilder<boolean> => sql`
  concat_ws(chr(10), ${sql.join(texts.map((text) => sql.ref(text)))}) collate "und-x-icu" ~ (
    select '\\m(' || string_agg(regexp_replace(city, '\\W', '\\\\\\&', 'g'), '|') || ')s?\\M'
    from members, unnest(members.cities) city where members.id = ${memberId})`
