import type pg from 'pg'
import { fillBy } from '../lists/fill-by.ts'

export const ADS = 100_000

/** Ads of everybody, of every length, the newest last. */
const STATEMENTS = [
  `insert into ads ("authorId", "clientId", kind, title, content, "publishedAt")
  select author.id, gen_random_uuid(),
    (select case count(*) when 1 then min(sex) else 'COUPLE' end from persons where "memberId" = author.id),
    'Sällskap till badet', repeat('Kaffe på stenarna. ', 1 + n % 20), now() - make_interval(mins => ${ADS} - n)
  from generate_series(1, ${ADS}) n join place author on author.at = n % (select count(*) from place)`,
]

export const fillAds = (pool: pg.Pool): Promise<void> => fillBy(pool, STATEMENTS, 'ads')
