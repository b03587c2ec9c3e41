{{/* root, name: pod settings that all parts share. */}}
{{- define "salong.pod" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . | quote }}
{{- end }}
automountServiceAccountToken: false
# NOTE: for a Service named hub, Kubernetes would set HUB_PORT to its address, which collides with the setting HUB_PORT.
enableServiceLinks: false
# Five seconds of preStop, the service's shutdown deadline of ten seconds, and a reserve.
terminationGracePeriodSeconds: 20
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* root, name: spreads the pods of a part across zones and nodes. */}}
{{- define "salong.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "salong.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end -}}

{{/* root, name, image: a container without privileges. */}}
{{- define "salong.container" -}}
name: {{ .name }}
image: {{ include "salong.image" (dict "root" .root "name" .image) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml (get .root.Values .name).resources | nindent 2 }}
{{- end -}}

{{/* Keeps a terminating pod serving until its endpoints are removed. */}}
{{- define "salong.preStop" -}}
lifecycle:
  preStop:
    exec:
      command: [sleep, '5']
{{- end -}}

{{/* root, name: replicas and rolling update of a part. */}}
{{- define "salong.rollout" -}}
{{- if not .root.Values.autoscaling.enabled }}
replicas: {{ (get .root.Values .name).replicas }}
{{- end }}
revisionHistoryLimit: 3
strategy:
  type: RollingUpdate
  rollingUpdate:
    maxSurge: 25%
    maxUnavailable: 0
selector:
  matchLabels:
    {{- include "salong.selector" . | nindent 4 }}
{{- end -}}
