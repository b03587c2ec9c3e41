{{/* root, part, names: settings whose values come from a Secret. Each part has its own key to the photo store. */}}
{{- define "salong.secrets" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $own := get .root.Values.secrets.parts .part | default dict -}}
{{- range .names }}
{{- $key := ternary (printf "PHOTO_STORE_%s" (upper $part)) . (eq . "PHOTO_STORE") }}
{{- $from := get $own . | default (get $root.Values.secrets.from .) | default dict }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ required (printf "secrets.name is missing: create a Secret with %s and the other keys that README.md lists, and name it here" $key) ($from.name | default $root.Values.secrets.name) | quote }}
      key: {{ $from.key | default $key | quote }}
{{- end }}
{{- end -}}

{{/* root, name: the environment of a gateway, hub or worker. */}}
{{- define "salong.environment" -}}
{{- $values := .root.Values -}}
{{- $secrets := list "DATABASE_URL" "REDIS_URL" "SESSION_SECRET" -}}
{{- if ne .name "hub" }}{{ $secrets = append $secrets "PHOTO_STORE" }}{{ end -}}
{{- if eq .name "worker" }}{{ $secrets = append $secrets "SMTP_URL" }}{{ end -}}
{{- if and (ne .name "hub") $values.webPush.enabled }}{{ $secrets = append $secrets "WEB_PUSH_KEY" }}{{ end -}}
{{- if and (eq .name "gateway") $values.ageAssurance.hasSecret }}{{ $secrets = append $secrets "AGE_CLIENT_SECRET" }}{{ end -}}
{{- $settings := dict
  "METRICS_PORT" "9464"
  "PUBLIC_URL" (printf "https://%s" (include "salong.domain" .root))
  "MAIL_FROM" (required "mail.from is missing: the sender of all emails, such as Salong <noreply@salong.example>" $values.mail.from)
  "LOG_LEVEL" $values.logLevel
  "SUPPORT_URL" $values.supportUrl
  "HELP_LINES" $values.helpLines
  "DISPUTE_ADDRESS" $values.disputeAddress
  "BLOCKS" (ternary "" "off" $values.blocks)
  "WEB_PUSH_HOSTS" $values.webPush.hosts
  "AGE_ASSURANCE" $values.ageAssurance.mode
  "AGE_ISSUER" $values.ageAssurance.issuer
  "AGE_CLIENT_ID" $values.ageAssurance.clientId
  "HSTS_SUBDOMAINS" (ternary "on" "" $values.hstsSubdomains)
  "REFERENCE_YEAR" $values.referenceYear
  "DATABASE_POOL" (get $values .name).databasePool
-}}
{{- if has .name (list "gateway" "hub") -}}
{{- $_ := set $settings "TRUST_PROXY" $values.gateway.trustProxy -}}
{{- end -}}
{{- if eq .name "gateway" -}}
{{- if $values.pages }}{{ $_ := set $settings "PAGES_DIR" "/pages" }}{{ end -}}
{{- if $values.database.replica }}{{ $secrets = append $secrets "DATABASE_READ_URL" }}{{ end -}}
{{- end -}}
{{- if and (eq .name "worker") $values.worker.queueBoard }}{{ $secrets = append $secrets "QUEUES_PASSWORD" }}{{ end -}}
{{- range $name, $value := $settings }}
{{- if $value }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
{{- include "salong.secrets" (dict "root" .root "part" .name "names" $secrets) }}
{{- end -}}
