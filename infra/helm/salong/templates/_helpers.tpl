{{- define "salong.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "salong.domain" -}}
{{- required "domain is missing: where members find this, such as salong.example" .Values.domain -}}
{{- end -}}

{{/* What all our pods have in common, and nobody else's. */}}
{{- define "salong.ours" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* root, name: what the pods of one part have in common. */}}
{{- define "salong.selector" -}}
{{ include "salong.ours" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "salong.labels" -}}
{{ include "salong.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* root, name: name and labels of an object that belongs to one part. */}}
{{- define "salong.metadata" -}}
name: {{ include "salong.fullname" .root }}-{{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "salong.labels" . | nindent 2 }}
{{- end -}}

{{/* root, name: of the images, `app` or `web`. */}}
{{- define "salong.image" -}}
{{- $image := get .root.Values.image .name -}}
{{- $repository := required (printf "image.%s.repository is missing: build it from infra/Dockerfile and push it to a registry of yours" .name) $image.repository -}}
{{- if $image.digest -}}{{ printf "%s@%s" $repository $image.digest }}
{{- else -}}{{ printf "%s:%s" $repository ($image.tag | default .root.Chart.AppVersion) }}{{- end -}}
{{- end -}}
