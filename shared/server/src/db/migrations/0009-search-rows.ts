import { type Kysely, sql } from 'kysely'

/** Adds the search rows of members who registered before search by filter existed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into search_profiles
      ("memberId", kind, "p1Year", "p2Year", "p1Orientation", "p2Orientation", "hasPhoto", verified, "lastActiveAt")
    select m.id, places[1] + 4 * coalesce(places[2], 0), years[1], years[2], orientations[1], orientations[2],
      m."profilePhotoId" is not null, 'VERIFIED' = any(m.badges),
      date_bin('15 minutes', case when m."presenceOff" then m."registeredAt" else m."lastActiveAt" end, timestamptz 'epoch')
    from members m
    join (
      select "memberId", array_agg(place order by place, ordinal) as places,
        array_agg("yearOfBirth" order by place, ordinal) as years,
        array_agg(nullif(orientation, 'SECRET') order by place, ordinal) as orientations
      from persons, array_position(array['MALE', 'FEMALE', 'NON_BINARY'], sex) as place
      group by "memberId" having count(*) = count(place)
    ) persons_in_order on persons_in_order."memberId" = m.id
    where not m."hiddenFromSearch" and m."deletedAt" is null
    on conflict do nothing`.execute(db)
  await sql`
    insert into search_cities
      (city, "memberId", kind, "p1Year", "p2Year", "p1Orientation", "p2Orientation", "hasPhoto", verified, "lastActiveAt")
    select city, "memberId", kind, "p1Year", "p2Year", "p1Orientation", "p2Orientation", "hasPhoto", verified, s."lastActiveAt"
    from search_profiles s join members m on m.id = s."memberId" cross join unnest(m.cities) as city
    on conflict do nothing`.execute(db)
}
