import { type Kysely, sql } from 'kysely'

const oneOf = (column: string, values: string[]) =>
  sql.raw(`check ("${column}" in (${values.map((value) => `'${value}'`).join(', ')}))`)

const HABITS = ['YES', 'SOMETIMES', 'NEVER', 'SECRET']

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm schema public`.execute(db)

  await sql`
    create table members (
      id bigint generated always as identity primary key,
      email text not null,
      "emailKey" text not null unique,
      "userName" text not null check (char_length("userName") between 1 and 30),
      "nameKey" text not null unique,
      "nameSearch" text not null,
      "passwordHash" text not null,
      level text not null default 'BASIC' ${oneOf('level', ['ADMIN', 'BASIC'])},
      language text not null default 'SWEDISH' ${oneOf('language', ['SWEDISH', 'ENGLISH'])},
      cities text[] not null check (cardinality(cities) between 1 and 5),
      description text not null default '' check (char_length(description) <= 1000),
      "lookingFor" text[] not null default '{}' check ("lookingFor" <@ array['MIXED_COUPLES', 'MALES', 'FEMALES', 'NON_BINARY']),
      badges text[] not null default '{}' check (badges <@ array['VERIFIED']),
      "wantsEventMail" boolean not null default false,
      "wantsChatMail" boolean not null default false,
      "wantsNewsMail" boolean not null default false,
      "presenceOff" boolean not null default false,
      "receiptsOff" boolean not null default false,
      "registeredAt" timestamptz(3) not null,
      "lastActiveAt" timestamptz(3) not null,
      "deletedAt" timestamptz(3)
    )`.execute(db)
  await sql`create index members_name_prefix on members ("nameSearch" collate "C") where "deletedAt" is null`.execute(
    db,
  )
  await sql`create index members_name_part on members using gin ("nameSearch" gin_trgm_ops) where "deletedAt" is null`.execute(
    db,
  )

  await sql`
    create table persons (
      "memberId" bigint not null references members on delete cascade,
      ordinal smallint not null check (ordinal in (1, 2)),
      sex text not null ${oneOf('sex', ['MALE', 'NON_BINARY', 'FEMALE', 'SECRET'])},
      "yearOfBirth" smallint not null check ("yearOfBirth" between 1900 and 2100),
      height smallint check (height between 140 and 210),
      weight smallint check (weight between 30 and 300),
      body text not null default 'SECRET' ${oneOf('body', ['STRONG', 'SMALL', 'SLENDER', 'MEDIUM', 'LARGE', 'SECRET'])},
      "eyeColor" text not null default 'SECRET' ${oneOf('eyeColor', ['BLUE', 'GREEN', 'GREY', 'BROWN', 'OTHER', 'SECRET'])},
      orientation text not null default 'SECRET' ${oneOf('orientation', ['HETERO', 'BI', 'BI_CURIOUS', 'HOMO', 'SECRET'])},
      smoking text not null default 'SECRET' ${oneOf('smoking', HABITS)},
      drinking text not null default 'SECRET' ${oneOf('drinking', HABITS)},
      ethnicity text not null default 'SECRET' ${oneOf('ethnicity', ['AFRICAN', 'ARABIAN', 'ASIAN', 'EUROPEAN', 'LATIN', 'MULTI_ETHNIC', 'OTHER', 'SECRET'])},
      "breastSize" text ${oneOf('breastSize', ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'S'])},
      "penisSize" text ${oneOf('penisSize', ['SMALL', 'NORMAL', 'LARGE', 'XLARGE', 'SECRET'])},
      "shavedStyle" text not null default 'SECRET' ${oneOf('shavedStyle', ['NO_SHAVE', 'HALF', 'BIKINI', 'TASSEL', 'FULL', 'PORN', 'SECRET'])},
      primary key ("memberId", ordinal)
    )`.execute(db)

  await sql`
    create table sessions (
      id bigint generated always as identity primary key,
      "memberId" bigint not null references members on delete cascade,
      device text not null check (char_length(device) <= 100),
      "createdAt" timestamptz(3) not null,
      "lastSeenAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create index sessions_of_member on sessions ("memberId", id)`.execute(db)
}
