{{- define "salong.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "salong.domain" -}}
{{- required "domain is missing: the host name of the site, such as salong.example" .Values.domain -}}
{{- end -}}

{{/* Labels that select all pods of this release and no others. */}}
{{- define "salong.releaseLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* root, name: labels that select the pods of one part. */}}
{{- define "salong.selector" -}}
{{ include "salong.releaseLabels" .root }}
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

{{/* root, name: reference of the image `app` or `web`. */}}
{{- define "salong.image" -}}
{{- $image := get .root.Values.image .name -}}
{{- $repository := required (printf "image.%s.repository is missing: build it from infra/Dockerfile and push it to your registry" .name) $image.repository -}}
{{- if $image.digest -}}{{ printf "%s@%s" $repository $image.digest }}
{{- else -}}{{ printf "%s:%s" $repository ($image.tag | default .root.Chart.AppVersion) }}{{- end -}}
{{- end -}}
