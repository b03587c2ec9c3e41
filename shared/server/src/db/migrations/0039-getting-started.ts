import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The wanted ages, both null until chosen; the kinds of couples that gateways of the previous release would reject in
  // `lookingFor`; whether a newcomer hid the card with first steps; the last day for which suggestions were chosen; and the
  // member's last absence, from the last activity before it until the return, both null if there was none or its card is
  // closed.
  await sql`
    alter table members
      add "wantedAgeMin" smallint,
      add "wantedAgeMax" smallint,
      add "lookingForCouples" text[] not null default '{}',
      add "gettingStartedHidden" boolean not null default false,
      add "suggestionsDay" date,
      add "awaySince" timestamptz(3),
      add "returnedAt" timestamptz(3),
      add constraint members_wanted_ages check (
        ("wantedAgeMin" is null) = ("wantedAgeMax" is null)
        and "wantedAgeMin" >= 18 and "wantedAgeMin" <= "wantedAgeMax" and "wantedAgeMax" <= 120) not valid,
      add constraint members_absence check (("awaySince" is null) = ("returnedAt" is null)) not valid,
      add constraint members_looking_for_couples check (
        "lookingForCouples" <@ array['FEMALE_COUPLES', 'MALE_COUPLES']) not valid`.execute(db)

  // The members who were chosen as suggestions for a member, each with the last day. `position` is the position in the
  // list of that day, whose members from the fifth on are its reserve; null if the suggestion was replaced. `shownOn` is
  // the last day on which the member was suggested; null if never.
  await sql`
    create table suggestions (
      "memberId" bigint not null references members on delete cascade,
      "suggestedId" bigint not null references members on delete cascade check ("suggestedId" <> "memberId"),
      day date not null,
      position smallint check (position >= 1),
      "shownOn" date,
      primary key ("memberId", "suggestedId"),
      constraint suggestions_of_day unique ("memberId", day, position)
    )`.execute(db)
  await sql`create index suggestions_of_suggested on suggestions ("suggestedId")`.execute(db)

  // The members whom a member has ever invited to a chat. Unlike the chat, a row remains when the invite is withdrawn.
  await sql`
    create table past_invites (
      "inviterId" bigint not null references members on delete cascade,
      "invitedId" bigint not null references members on delete cascade,
      primary key ("inviterId", "invitedId")
    )`.execute(db)
  await sql`create index past_invites_of_invited on past_invites ("invitedId")`.execute(db)
}
