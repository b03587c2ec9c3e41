import type pg from 'pg'
import { fillTables } from '../lists/fill-tables.ts'

/** Returns the statement that inserts ads by all members, of different lengths, oldest first. */
const createStatements = (ads: number): string[] => [
  `insert into ads ("authorId", "clientId", kind, title, content, "publishedAt")
  select author.id, gen_random_uuid(),
    (select case count(*) when 1 then min(sex) else 'COUPLE' end from persons where "memberId" = author.id),
    'Sällskap till badet', repeat('Kaffe på stenarna. ', 1 + n % 20), now() - make_interval(mins => ${ads} - n)
  from generate_series(1, ${ads}) n join numbered author on author.at = n % (select count(*) from numbered)`,
]

export const fillAds = (pool: pg.Pool, ads: number): Promise<void> => fillTables(pool, createStatements(ads), 'ads')
